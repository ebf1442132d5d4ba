// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_GE_GE_API_H_
#define INC_EXTERNAL_GE_GE_API_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ge/ge_api_error_codes.h"
#include "ge/ge_api_types.h"
#include "graph/graph.h"
#include "graph/tensor.h"

namespace ge {

/// Before anything else that runs. ge.exec.deviceId chooses the device; the other options of the
/// platform are accepted, unknown ones are warned of. FAILED for an empty name of an option and for
/// a device that there is not.
ATTRIBUTED_DEPRECATED(Status GEInitialize(const std::map<AscendString, AscendString>&))
GE_FUNC_VISIBILITY Status GEInitialize(const std::map<std::string, std::string>& options);
GE_FUNC_VISIBILITY Status GEInitialize(const std::map<AscendString, AscendString>& options);

/// Ends all sessions, which then refuse everything.
GE_FUNC_VISIBILITY Status GEFinalize();

/// The texts of this thread's failures since the last call, "" if there are none.
ATTRIBUTED_DEPRECATED(GEGetErrorMsgV2) GE_FUNC_VISIBILITY std::string GEGetErrorMsg();
GE_FUNC_VISIBILITY AscendString GEGetErrorMsgV2();

/// The process's warnings since the last call, a line each, "" if there are none.
ATTRIBUTED_DEPRECATED(GEGetWarningMsgV2) GE_FUNC_VISIBILITY std::string GEGetWarningMsg();
GE_FUNC_VISIBILITY AscendString GEGetWarningMsgV2();

/// Graphs that can be run. All functions may be called from several threads, but of several
/// RunGraph at once in one session one runs and the others fail. They return SUCCESS, or a code,
/// and GEGetErrorMsgV2 has a text.
class GE_FUNC_VISIBILITY Session {
 public:
  ATTRIBUTED_DEPRECATED(Session(const std::map<AscendString, AscendString>&))
  explicit Session(const std::map<std::string, std::string>& options);
  explicit Session(const std::map<AscendString, AscendString>& options);
  /// Waits for what RunGraphAsync has queued.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// The graph is built when it first runs. An id that is taken keeps its graph, with SUCCESS. A
  /// graph can be added once; AddGraphWithCopy leaves it free, but refuses an id that is taken.
  Status AddGraph(uint32_t graph_id, const Graph& graph);
  ATTRIBUTED_DEPRECATED(Status AddGraph(uint32_t, const Graph&,
                                        const std::map<AscendString, AscendString>&))
  Status AddGraph(uint32_t graph_id, const Graph& graph,
                  const std::map<std::string, std::string>& options);
  Status AddGraph(uint32_t graph_id, const Graph& graph,
                  const std::map<AscendString, AscendString>& options);
  Status AddGraphWithCopy(uint32_t graph_id, const Graph& graph);
  Status AddGraphWithCopy(uint32_t graph_id, const Graph& graph,
                          const std::map<AscendString, AscendString>& options);
  Status RemoveGraph(uint32_t graph_id);

  /// Runs a graph on host tensors, the i-th for the Data whose index is i, and replaces `outputs`
  /// by one host tensor for each output of the graph. On failure `outputs` stays as it is. Tensors
  /// that only `outputs` holds may have their memory used again.
  Status RunGraph(uint32_t graph_id, const std::vector<Tensor>& inputs,
                  std::vector<Tensor>& outputs);
  /// Queues a run and returns; the callback is called in a thread of the session, and only if
  /// SUCCESS was returned. The data of the inputs must not change until then.
  Status RunGraphAsync(uint32_t graph_id, const std::vector<ge::Tensor>& inputs,
                       RunAsyncCallback callback);

  /// Builds a graph and checks it for such inputs, without running it.
  Status BuildGraph(uint32_t graph_id, const std::vector<InputTensorInfo>& inputs);
  Status BuildGraph(uint32_t graph_id, const std::vector<ge::Tensor>& inputs);
  /// Builds a graph.
  Status CompileGraph(uint32_t graph_id);
  /// Whether the graph is still to be built.
  bool IsGraphNeedRebuild(uint32_t graph_id);
  /// 0 if the session was made before GEInitialize or with options that are refused.
  uint64_t GetSessionId() const;

 private:
  struct Impl;

  std::shared_ptr<Impl> impl_;
};

}  // namespace ge

#endif  // INC_EXTERNAL_GE_GE_API_H_
