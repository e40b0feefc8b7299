// All of the library: read a puzzle, choose a device and a configuration, solve, write the grid.
#pragma once

#include "evodoku/backend/backend.hpp"
#include "evodoku/backend/puzzle_evolution.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/checkpoint/state_bytes.hpp"
#include "evodoku/core/count_or_share.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/core/presolve.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/errors.hpp"
#include "evodoku/engine/operator_spec.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "evodoku/logic/verifier.hpp"
#include "evodoku/operators/operator.hpp"
#include "evodoku/representation/kinds_of_board.hpp"
