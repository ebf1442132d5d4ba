// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "graph/operator_factory.h"

#include <map>
#include <mutex>
#include <string>

#include "ge/report.h"

namespace ge {
namespace {

struct Creators {
  std::mutex mutex;
  std::map<std::string, OpCreatorV2, std::less<>> by_type;
};

// Never destroyed: prototypes register before main and are looked up until the end.
Creators& TheCreators() {
  static auto* creators = new Creators();
  return *creators;
}

OpCreatorV2 Find(const char_t* type) {
  Creators& creators = TheCreators();
  std::lock_guard lock(creators.mutex);
  const auto found = creators.by_type.find(type == nullptr ? "" : type);
  return found == creators.by_type.end() ? OpCreatorV2() : found->second;
}

}  // namespace

Operator OperatorFactory::CreateOperator(const std::string& operator_name,
                                         const std::string& operator_type) {
  return CreateOperator(operator_name.c_str(), operator_type.c_str());
}

Operator OperatorFactory::CreateOperator(const char_t* operator_name, const char_t* operator_type) {
  const OpCreatorV2 creator = Find(operator_type);
  return creator ? creator(AscendString(operator_name)) : Operator();
}

graphStatus OperatorFactory::GetOpsTypeList(std::vector<AscendString>& all_ops) {
  Creators& creators = TheCreators();
  std::lock_guard lock(creators.mutex);
  all_ops.clear();
  for (const auto& [type, creator] : creators.by_type) all_ops.emplace_back(type.c_str());
  return GRAPH_SUCCESS;
}

bool OperatorFactory::IsExistOp(const char_t* operator_type) {
  return static_cast<bool>(Find(operator_type));
}

OperatorCreatorRegister::OperatorCreatorRegister(const char_t* operator_type,
                                                 const OpCreatorV2& op_creator) {
  if (operator_type == nullptr) return;
  Creators& creators = TheCreators();
  std::lock_guard lock(creators.mutex);
  creators.by_type.emplace(operator_type, op_creator);
}

}  // namespace ge
