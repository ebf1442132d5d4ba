// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The headers as C++11, by names with and without a folder, in a program that has macros of its own
// for success and failure and a prototype of its own for an operator of the library.
#include <map>
#include <type_traits>
#include <vector>

#include "graph/c_types.h"
#include "graph/operator_reg.h"

#define OPS_PROTO_DEF_SIGMOIDFOCALLOSSGRAD
namespace ge {
REG_OP(SigmoidFocalLossGrad)
    .INPUT(pred, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(target, TensorType({DT_INT32}))
    .INPUT(dout, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(weight, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(grad, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(alpha, Float, 0.25)
    .ATTR(gamma, Float, 2.0)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(SigmoidFocalLossGrad)
}  // namespace ge

#include "all_ops.h"
#include "array_ops.h"
#include "ascend_string.h"
#include "attr_value.h"
#include "elewise_calculation_ops.h"
#include "error_codes.h"
#include "experiment_ops.h"
#include "ge/ge_api.h"
#include "ge/ge_api_error_codes.h"
#include "ge/ge_api_types.h"
#include "ge/ge_error_codes.h"
#include "ge/ge_ir_build.h"
#include "ge_api.h"
#include "ge_api_error_codes.h"
#include "ge_api_types.h"
#include "ge_error_codes.h"
#include "ge_ir_build.h"
#include "graph.h"
#include "graph/ascend_string.h"
#include "graph/attr_value.h"
#include "graph/error_codes.h"
#include "graph/ge_error_codes.h"
#include "graph/graph.h"
#include "graph/operator.h"
#include "graph/operator_factory.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "nn_norm_ops.h"
#include "nn_other.h"
#include "nn_training_ops.h"
#include "operator.h"
#include "operator_factory.h"
#include "operator_reg.h"
#include "ops_proto_legacy.h"
#include "ops_proto_nn.h"
#include "state_ops.h"
#include "tensor.h"
#include "types.h"

#define FAILED -1
#define SUCCESS 0

using namespace ge;
using std::map;

static_assert(DT_BF16 == 27 && DT_UNDEFINED == 28 && DT_MAX == 43, "numbers of the platform");
static_assert(FORMAT_ND == 2 && FORMAT_END == 55 && FORMAT_MAX == 255, "numbers of the platform");
static_assert(std::is_base_of<Operator, op::SigmoidFocalLossGrad>::value, "an operator");
static_assert(ACL_ERROR_GE_INTERNAL_ERROR == 545000, "codes of the platform");

int Build(map<AscendString, AscendString> options, std::vector<Tensor>& outputs) {
  op::Data pred("pred");
  op::Const target;
  op::SigmoidFocalLossGrad grad(AscendString("grad"));
  grad.set_input_pred(pred).set_input_target(target, 0).set_input_dout(pred, "y");
  grad.set_attr_reduction("sum").set_attr_alpha(0.5F).set_attr_gamma(2);
  op::SigmoidCrossEntropyWithLogitsGradV2 other;
  other.set_input_predict_by_name(pred, "y");
  std::vector<Operator> inputs{pred}, results{grad};
  Graph graph("graph");
  graph.SetInputs(inputs).SetOutputs(results);
  Session* session = new Session(options);
  ge::Status ret = session->AddGraph(0, graph, options);
  if (ret == SUCCESS) ret = session->RunGraph(0, {}, outputs);
  delete session;
  return ret == SUCCESS ? SUCCESS : FAILED;
}
