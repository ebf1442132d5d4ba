// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ge/loaded_graph.h"
#include "ge/schedule.h"

namespace sigloss::graph {

/// Host tensors for the outputs of a run, with memory that is not yet written. Memory of tensors in
/// `old` is used again where nobody else can see it: no copy of the tensor is left, and no input
/// lies in it.
[[nodiscard]] Tensors MakeResults(const Program& program, const Schedule& schedule,
                                  const Tensors& inputs, const Tensors& old);

/// Says of what shape and type they are, once the run has succeeded: memory that is used again
/// belongs to tensors of the program until then.
void DescribeResults(const Program& program, const Schedule& schedule, Tensors* results);

}  // namespace sigloss::graph
