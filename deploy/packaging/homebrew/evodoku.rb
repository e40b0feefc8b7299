# Not yet submitted. Fill in with `scripts/release/release VERSION --only offline recipes`; then: brew install --build-from-source ./evodoku.rb
class Evodoku < Formula
  desc "Genetic algorithm for Sudoku, the same bytes on CPU and GPU"
  homepage "@URL@"
  # With the archives of libraries: Homebrew has no Chart.js.
  url "@DOWNLOAD@/evodoku-@VERSION@-offline.tar.gz"
  sha256 "@OFFLINE_SHA256@"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "cxxopts" => :build
  depends_on "highway" => :build
  depends_on "ninja" => :build
  depends_on "tomlplusplus" => :build
  depends_on "fmt"
  depends_on :linux
  depends_on "nlohmann-json"
  depends_on "tbb"
  depends_on "xxhash"
  depends_on "zstd"
  uses_from_macos "zlib"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DEVODOKU_ISA=baseline", "-DEVODOKU_CUDA=off",
           "-DEVODOKU_MPI=off", "-DEVODOKU_PYTHON=off", "-DEVODOKU_BUILD_TESTS=OFF", "-DEVODOKU_DOWNLOAD=ON",
           "-DBUILD_SHARED_LIBS=ON", "-DHOMEBREW_ALLOW_FETCHCONTENT=ON", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert_match "534678912672195348198342567", shell_output("#{bin}/evodoku solve --format line #{puzzle}")
  end
end
