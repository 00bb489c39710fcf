package dev.goodput.load;

import dev.goodput.record.RequestSpec;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.prompt.Message;
import java.util.List;

/// A session on its way from the feeder to a loop, its first turn encoded.
///
/// @param firstId number of its first request in the plan
/// @param offsetNanos its arrival since the level's start; 0 in a closed loop
/// @param requested what the first turn requests
/// @param body the first turn's body
/// @param cumulative whether later turns carry the replies before them
/// @param later the turns after the first
/// @param conversation the messages so far; empty if no turn follows
/// @param excluded what the workload had skipped by then
record PlannedSession(
    long firstId,
    long offsetNanos,
    RequestSpec requested,
    Body body,
    boolean cumulative,
    List<TurnPlan> later,
    List<Message> conversation,
    SkippedRequests excluded) {

  /// Returns the approximate memory it occupies, in bytes.
  int bytes() {
    int bytes = body.bytes().length;
    for (TurnPlan turn : later) {
      for (Message message : turn.messages()) {
        bytes += message.characters();
      }
    }
    return bytes;
  }
}
