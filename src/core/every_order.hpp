// The orders of larger boards. Order 3 has types of its own.
#pragma once

/// WITH(order, ...) for each.
#define EVODOKU_FOR_EVERY_ORDER(WITH, ...) \
    WITH(2, __VA_ARGS__)                   \
    WITH(4, __VA_ARGS__)                   \
    WITH(5, __VA_ARGS__)                   \
    WITH(6, __VA_ARGS__)                   \
    WITH(7, __VA_ARGS__)
