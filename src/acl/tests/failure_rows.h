// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "acl_testing.h"

namespace sigloss::acl {

/// A call that is refused, its code, and a part of the report.
struct Row {
  std::string name;
  std::function<aclError()> call;
  aclError code;
  std::string text;
};

inline void ExpectAll(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    TakeReport();
    EXPECT_EQ(row.call(), row.code);
    const std::string report = TakeReport();
    EXPECT_NE(report.find(row.text), std::string::npos) << report;
  }
}

inline std::string Null(const std::string& function, const std::string& parameter) {
  return "Invalid_Argument_Null_Pointer(EH0008): " + function + " failed because " + parameter +
         " cannot be a NULL pointer.\n";
}

inline std::string Value(const std::string& id, const std::string& function,
                         const std::string& value, const std::string& parameter,
                         const std::string& expected) {
  return id + ": " + function + " failed because value " + value + " for parameter " + parameter +
         " is invalid. Expected value: " + expected;
}

inline const std::string kEh0007 = "Invalid_Argument(EH0007)";
inline const std::string kEe1003 = "Invalid_Argument(EE1003)";

}  // namespace sigloss::acl
