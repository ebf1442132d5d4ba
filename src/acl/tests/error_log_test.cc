// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/error_log.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <thread>

#include "acl_testing.h"

namespace sigloss::acl {
namespace {

// Whether text begins with the shape: 'd' stands for a digit, everything else for itself.
bool HasShape(std::string_view text, std::string_view shape) {
  if (text.size() < shape.size()) return false;
  return std::equal(shape.begin(), shape.end(), text.begin(), [](char want, char got) {
    return want == 'd' ? std::isdigit(static_cast<unsigned char>(got)) != 0 : want == got;
  });
}

// A report with the process id and the time replaced, so that it can be compared as a whole.
std::string Normalized(std::string report) {
  const std::string pid = "[PID: " + std::to_string(getpid()) + "] ";
  constexpr std::string_view kTime = "dddd-dd-dd-dd:dd:dd.ddd.ddd ";
  const size_t at = report.find(pid);
  if (at == std::string::npos) return report;
  if (!HasShape(std::string_view(report).substr(at + pid.size()), kTime)) return report;
  return report.replace(at, pid.size() + kTime.size(), "<STAMP> ");
}

class ErrorLogTest : public ::testing::Test {
 protected:
  void SetUp() override { TakeReport(); }
};

TEST_F(ErrorLogTest, NothingToReport) { EXPECT_EQ(aclGetRecentErrMsg(), nullptr); }

TEST_F(ErrorLogTest, OneCataloguedError) {
  ReportError("EZ1001", "AclNN_Parameter_Error", "Wrong.");
  EXPECT_EQ(Normalized(TakeReport()), "<STAMP> AclNN_Parameter_Error(EZ1001): Wrong.\n");
}

TEST_F(ErrorLogTest, ReadingClears) {
  ReportError("EZ1001", "Title", "Wrong.");
  EXPECT_NE(aclGetRecentErrMsg(), nullptr);
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

TEST_F(ErrorLogTest, CauseAndSolution) {
  ReportError("EZ9903", "Title", "Wrong.", {.possible_cause = "Why.", .solution = "How."});
  EXPECT_EQ(Normalized(TakeReport()),
            "<STAMP> Title(EZ9903): Wrong.\n"
            "        Possible Cause: Why.\n"
            "        Solution: How.\n");
}

TEST_F(ErrorLogTest, LaterErrorsFollowInATraceBack) {
  ReportError("EZ1007", "Shape", "First.");
  ReportError("EZ1001", "Parameter", "Second.");
  ReportError("EZ9999", "Inner", "Third.");
  EXPECT_EQ(Normalized(TakeReport()),
            "<STAMP> Shape(EZ1007): First.\n"
            "TraceBack (most recent call last):\n"
            "        Second.\n"
            "        Third.\n");
}

TEST_F(ErrorLogTest, ACataloguedErrorHeadsTheReportWhereverItCame) {
  ReportError("EZ9999", "Inner", "First.");
  ReportError("EZ1001", "Parameter", "Second.");
  EXPECT_EQ(Normalized(TakeReport()),
            "<STAMP> Parameter(EZ1001): Second.\n"
            "TraceBack (most recent call last):\n"
            "        First.\n");
}

TEST_F(ErrorLogTest, InnerErrorsHaveTheirOwnLayout) {
  ReportError("EZ9999", "AclNN_Inner_Error", "First.");
  ReportError("EH8888", "", "Second.");
  EXPECT_EQ(Normalized(TakeReport()),
            "EZ9999: Internal error!\n"
            "EZ9999<STAMP> AclNN_Inner_Error(EZ9999):  First.\n"
            "TraceBack (most recent call last):\n"
            "       Second.\n");
}

TEST_F(ErrorLogTest, InnerErrorsSayWhere) {
  ReportInnerError(error_ids::kInner, "aclrtSomething", "Broken.");
  const std::string report = TakeReport();
  const std::string place = "(EH9999):  Broken.[FUNC:aclrtSomething][FILE:error_log_test.cc][LINE:";
  const size_t at = report.find(place);
  ASSERT_NE(at, std::string::npos) << report;
  EXPECT_TRUE(HasShape(report.substr(at + place.size()), "ddd]\n") ||
              HasShape(report.substr(at + place.size()), "dd]\n"))
      << report;
}

TEST_F(ErrorLogTest, EachThreadHasItsList) {
  ReportError("EZ1001", "Title", "Mine.");
  std::string theirs = "unset";
  std::thread([&] {
    const std::string before = TakeReport();
    ReportError("EZ1001", "Title", "Theirs.");
    theirs = before + Normalized(TakeReport());
  }).join();
  EXPECT_EQ(theirs, "<STAMP> Title(EZ1001): Theirs.\n");
  EXPECT_EQ(Normalized(TakeReport()), "<STAMP> Title(EZ1001): Mine.\n");
}

TEST_F(ErrorLogTest, ScopeOfTheProcess) {
  SetErrorScope(ErrorScope::kProcess);
  std::thread([] { ReportError("EZ1001", "Title", "Theirs."); }).join();
  const std::string report = Normalized(TakeReport());
  SetErrorScope(ErrorScope::kThread);
  EXPECT_EQ(report, "<STAMP> Title(EZ1001): Theirs.\n");
}

TEST_F(ErrorLogTest, AListThatNobodyReadsIsBounded) {
  for (int i = 0; i < 100000; ++i) ReportError("EZ1001", "Title", "Again.");
  ReportError("EZ1001", "Title", "Last.");
  const std::string report = TakeReport();
  EXPECT_LT(report.size(), 10000u);
  EXPECT_TRUE(report.ends_with("        Last.\n"));
}

}  // namespace
}  // namespace sigloss::acl
