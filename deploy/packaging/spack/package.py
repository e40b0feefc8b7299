# Not yet submitted. Fill in with `scripts/release/release VERSION --only offline recipes`; then put it into a repository of Spack, as
# packages/evodoku/package.py.
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Evodoku(CMakePackage):
    """A genetic algorithm for Sudoku that evolves up to sixteen million boards, with the same bytes on a CPU and on a CUDA GPU."""

    homepage = "@URL@"
    # With the archives of libraries: Spack has no Chart.js.
    url = "@DOWNLOAD@/evodoku-@VERSION@-offline.tar.gz"

    license("MIT")

    version("@VERSION@", sha256="@OFFLINE_SHA256@")

    variant("shared", default=True, description="Install one shared library")
    variant("mpi", default=False, description="Runs on several machines")
    variant("cuda", default=False, description="The CUDA backend")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.24:", type="build")
    depends_on("ninja", type="build")
    depends_on("cxxopts@3.1:", type="build")
    depends_on("fmt@8:")
    depends_on("highway", type="build")
    depends_on("intel-oneapi-tbb")
    depends_on("nlohmann-json@3.9:")
    depends_on("tomlplusplus@3.1:", type="build")
    depends_on("xxhash")
    depends_on("zlib-api")
    depends_on("zstd@1.4:")
    depends_on("mpi", when="+mpi")
    depends_on("cuda@12:", when="+cuda")

    conflicts("%gcc@:11", msg="evodoku needs GCC 12 or newer")
    conflicts("%clang@:14", msg="evodoku needs Clang 15 or newer")

    generator("ninja")

    def cmake_args(self):
        return [
            # Spack's compiler adds the flags of the target.
            self.define("EVODOKU_ISA", "baseline"),
            self.define("EVODOKU_BUILD_TESTS", False),
            self.define("EVODOKU_DOWNLOAD", True),
            self.define("EVODOKU_PYTHON", "off"),
            self.define("EVODOKU_MPI", "on" if self.spec.satisfies("+mpi") else "off"),
            self.define("EVODOKU_CUDA", "on" if self.spec.satisfies("+cuda") else "off"),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
        ]
