/// \file
/// All of cleave but MPI, threads and files, which a program asks for itself:
/// <cleave/comm/mpi.hpp>, <cleave/exec/threads.hpp>, <cleave/comm/checkpoint.hpp>, <cleave/data/...>,
/// <cleave/diagnostics/interrupt.hpp>; and but <cleave/problems/quadratic.hpp>, which brings in sparse factors.
#pragma once

#include <cleave/comm/graph_network.hpp>
#include <cleave/comm/star.hpp>
#include <cleave/core/stream.hpp>
#include <cleave/diagnostics/csv_writer.hpp>
#include <cleave/diagnostics/explain.hpp>
#include <cleave/diagnostics/history.hpp>
#include <cleave/diagnostics/json_writer.hpp>
#include <cleave/diagnostics/pooled.hpp>
#include <cleave/diagnostics/progress.hpp>
#include <cleave/diagnostics/stop.hpp>
#include <cleave/graphs/generators.hpp>
#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/squared_l2_norm.hpp>
#include <cleave/operators/functions/zero.hpp>
#include <cleave/operators/sets/box.hpp>
#include <cleave/problems/clients.hpp>
#include <cleave/problems/least_squares.hpp>
#include <cleave/problems/local/gradient_steps.hpp>
#include <cleave/problems/local/stochastic_gradient.hpp>
#include <cleave/problems/logistic.hpp>
#include <cleave/solvers/fedavg.hpp>
#include <cleave/solvers/feddr.hpp>
#include <cleave/solvers/fedprox.hpp>
#include <cleave/solvers/fedsplit.hpp>
#include <cleave/solvers/peaceman_rachford.hpp>
#include <cleave/solvers/r_admm.hpp>
#include <cleave/solvers/run.hpp>
