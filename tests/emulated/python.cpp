// Python with the extension module of the package, whose CUDA side runs on the emulated device.
#include <Python.h>

extern "C" PyObject* PyInit__evodoku();

int main(int argc, char** argv) {
    PyImport_AppendInittab("_evodoku", &PyInit__evodoku);
    return Py_BytesMain(argc, argv);
}
