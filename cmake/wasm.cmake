# Toolchain: compiles for WebAssembly with Clang 19, Debian's C and C++ libraries of WASI, and Emscripten's library for
# exceptions, which the former lack (scripts/build/build-web).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .wasm)
set(llvm /usr/lib/llvm-19)
set(exceptions /usr/share/emscripten/cache/sysroot/lib/wasm32-emscripten)
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -fwasm-exceptions --sysroot=/nowhere -nostdinc++ -isystem ${llvm}/include/wasm32-wasi/c++/v1 -isystem /usr/include/wasm32-wasi")
set(CMAKE_CXX_LINK_EXECUTABLE "wasm-ld-19 --no-entry --gc-sections --strip-all -z stack-size=1048576 --stack-first /usr/lib/wasm32-wasi/crt1-reactor.o <OBJECTS> <LINK_LIBRARIES> ${exceptions}/libc++abi-except.a ${exceptions}/libunwind-except.a -L/usr/lib/wasm32-wasi -lc++ -lc ${llvm}/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a -o <TARGET>")
set(EVODOKU_ISA baseline CACHE STRING "A cross compiler has no `native`")
