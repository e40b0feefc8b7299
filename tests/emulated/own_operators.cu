// Operators for the CPU and for CUDA in one shared object: the example of docs, and those of tests/own_operators.
#include "../own_operators/good.cpp"
