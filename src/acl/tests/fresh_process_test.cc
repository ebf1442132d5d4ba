// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What depends on the state of a whole process: each row runs in a process of its own.
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "acl_testing.h"

namespace sigloss::acl {
namespace {

using Body = std::function<bool()>;  // true if all is as it should be

struct Row {
  const char* name;
  Body body;
};

void ExpectEachAlone(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    EXPECT_EXIT(std::exit(row.body() ? 0 : 1), ::testing::ExitedWithCode(0), "");
  }
}

// Both sides into the output of the process, if they differ.
bool Is(aclError got, aclError want) {
  if (got != want) std::cerr << "got " << got << ", want " << want << "\n";
  return got == want;
}

bool Reports(const std::string& part) {
  const std::string report = TakeReport();
  const bool found = report.find(part) != std::string::npos;
  if (!found) std::cerr << "no \"" << part << "\" in: " << report << "\n";
  return found;
}

// A file that lives as long as the object.
class ScratchFile {
 public:
  ScratchFile(const std::string& name, const std::string& content)
      : path_(::testing::TempDir() + "sigloss_acl_" + name) {
    std::ofstream(path_) << content;
  }
  ~ScratchFile() { std::remove(path_.c_str()); }
  [[nodiscard]] const char* path() const { return path_.c_str(); }

 private:
  std::string path_;
};

aclError FinalizeReference(uint64_t want_left) {
  uint64_t left = 99;
  const aclError code = aclFinalizeReference(&left);
  if (left != want_left) std::cerr << "left " << left << ", want " << want_left << "\n";
  return left == want_left ? code : ACL_ERROR_FAILURE;
}

TEST(InitDeathTest, ReferencesAndRepeats) {
  ExpectEachAlone({
      {"no configuration", [] { return Is(aclInit(nullptr), 0) && Is(aclFinalize(), 0); }},
      {"empty path", [] { return Is(aclInit(""), 0) && Is(aclFinalize(), 0); }},
      {"init twice",
       [] {
         return Is(aclInit(nullptr), 0) && Is(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE) &&
                TakeReport().empty() && Is(FinalizeReference(1), 0) && Is(FinalizeReference(0), 0);
       }},
      {"finalize ends all references",
       [] {
         return Is(aclInit(nullptr), 0) && Is(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE) &&
                Is(aclFinalize(), 0) && Is(FinalizeReference(0), ACL_ERROR_REPEAT_FINALIZE);
       }},
      {"finalize twice",
       [] {
         return Is(aclInit(nullptr), 0) && Is(aclFinalize(), 0) &&
                Is(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE) && Reports("aclFinalize failed");
       }},
      {"finalize without init",
       [] { return Is(aclFinalize(), 0) && Is(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE); }},
      {"last reference finalizes",
       [] {
         return Is(aclInit(nullptr), 0) && Is(aclFinalizeReference(nullptr), 0) &&
                Is(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
       }},
      {"no reference left",
       [] {
         return Is(FinalizeReference(0), ACL_ERROR_REPEAT_FINALIZE) &&
                Reports("aclFinalizeReference failed");
       }},
      {"init after finalize",
       [] {
         return Is(aclInit(nullptr), 0) && Is(aclFinalize(), 0) && Is(aclInit(nullptr), 0) &&
                Is(aclFinalize(), 0);
       }},
      {"runtime without init",
       [] { return Is(aclrtSetDevice(0), 0) && Is(aclrtResetDevice(0), 0); }},
  });
}

TEST(InitDeathTest, Configuration) {
  const ScratchFile plain("plain.json", "{}");
  const ScratchFile spaced("spaced.json", "{ }");
  const ScratchFile process("process.json", R"({"err_msg_mode": "1", "other": {"a": [1]}})");
  const ScratchFile thread("thread.json", R"({"err_msg_mode": "0"})");
  const ScratchFile number("number.json", R"({"err_msg_mode": 2})");
  const ScratchFile broken("broken.json", "{\"a\": ");
  const ScratchFile array("array.json", "[]");
  const ScratchFile empty("empty.json", "");
  const auto refuses = [](const char* path, aclError code, const std::string& text) -> Body {
    return [=] {
      return Is(aclInit(path), code) && Reports(text) && Is(FinalizeReference(0), 100037);
    };
  };
  const auto errors_of_a_thread = [](const char* path) {
    aclInit(path);
    std::thread([] { (void)aclrtFree(nullptr); }).join();
    return TakeReport();
  };
  ExpectEachAlone({
      {"an object", [&] { return Is(aclInit(plain.path()), 0) && Is(aclFinalize(), 0); }},
      {"missing", refuses("/nonexistent.json", ACL_ERROR_INVALID_FILE, "(EH0003): aclInit failed")},
      {"a folder", refuses("/", ACL_ERROR_INVALID_FILE, "for parameter configPath is invalid")},
      {"broken", refuses(broken.path(), ACL_ERROR_PARSE_FILE, "(EH0004): aclInit failed")},
      {"an array", refuses(array.path(), ACL_ERROR_PARSE_FILE, "for parameter configPath")},
      {"empty", refuses(empty.path(), ACL_ERROR_PARSE_FILE, "does not hold a JSON object")},
      {"unknown mode",
       refuses(number.path(), ACL_ERROR_INVALID_PARAM, "value 2 for parameter err_msg_mode")},
      {"errors per process",
       [&] { return errors_of_a_thread(process.path()).find("aclrtFree") != std::string::npos; }},
      {"errors per thread", [&] { return errors_of_a_thread(thread.path()).empty(); }},
      {"the same content again",
       [&] {
         return Is(aclInit(plain.path()), 0) && Is(aclFinalize(), 0) &&
                Is(aclInit(plain.path()), 0);
       }},
      {"no content again",
       [&] { return Is(aclInit(plain.path()), 0) && Is(aclFinalize(), 0) && Is(aclInit(""), 0); }},
      {"other content again",
       [&] {
         return Is(aclInit(plain.path()), 0) && Is(aclFinalize(), 0) &&
                Is(aclInit(spaced.path()), ACL_ERROR_INVALID_PARAM) &&
                Reports("(EH0009): aclInit failed because value ");
       }},
      {"the mode ends with the runtime",
       [&] {
         aclInit(process.path());
         aclFinalize();
         std::thread([] { (void)aclrtFree(nullptr); }).join();
         return TakeReport().empty();
       }},
      {"the last init decides the mode",
       [&] {
         aclInit(process.path());
         aclFinalize();
         return errors_of_a_thread(nullptr).empty();
       }},
  });
}

// The number of devices with that list, or the code of the failure, negated.
int64_t DevicesOf(const char* list) {
  setenv("SIGLOSS_DEVICES", list, 1);
  uint32_t count = 0;
  const aclError code = aclrtGetDeviceCount(&count);
  return code == ACL_SUCCESS ? int64_t{count} : -int64_t{code};
}

TEST(DeviceListDeathTest, TheEnvironmentListsTheDevices) {
  ExpectEachAlone({
      {"default",
       [] {
         uint32_t count = 0;
         unsetenv("SIGLOSS_DEVICES");
         return Is(aclrtGetDeviceCount(&count), 0) && count == 1;
       }},
      {"empty", [] { return DevicesOf("") == 1; }},
      {"two",
       [] {
         int32_t device = -1;
         return DevicesOf("cpu,cpu") == 2 && Is(aclrtSetDevice(1), 0) &&
                Is(aclrtGetDevice(&device), 0) && device == 1 &&
                Is(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR) &&
                Is(aclrtSetDevice(2), ACL_ERROR_RT_INVALID_DEVICEID) && Reports("[0, 2)") &&
                Is(aclrtResetDevice(1), 0);
       }},
      {"unknown",
       [] {
         return DevicesOf("cpu,tpu") == -ACL_ERROR_RT_NO_DEVICE &&
                Reports(
                    "aclrtGetDeviceCount failed because there is no list of devices: "
                    "SIGLOSS_DEVICES names the chip \"tpu\", which is unknown. Known chips: "
                    "cpu.\n") &&
                Is(aclrtSetDevice(0), ACL_ERROR_RT_NO_DEVICE) && Reports("aclrtSetDevice failed");
       }},
  });
}

// A program whose static objects free device memory when main has returned.
TEST(ExitDeathTest, CallsAtExitAreSafe) {
  ExpectEachAlone({{"free at exit", [] {
                      static void* memory = nullptr;
                      if (aclrtSetDevice(0) != 0 || aclrtMalloc(&memory, 8, {}) != 0) return false;
                      (void)aclrtFree(nullptr);
                      std::atexit([] {
                        if (aclrtFree(memory) != 0 || aclrtFree(memory) == 0) std::_Exit(2);
                        if (aclGetRecentErrMsg() != nullptr) std::_Exit(3);
                      });
                      return Is(aclrtResetDevice(0), 0);
                    }}});
}

}  // namespace
}  // namespace sigloss::acl
