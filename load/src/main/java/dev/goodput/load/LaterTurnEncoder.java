package dev.goodput.load;

import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.prompt.Message;
import java.util.List;

/// Encodes the bodies of turns that follow a response.
@FunctionalInterface
interface LaterTurnEncoder {
  /// Encodes a turn off the loop and passes it to the session on its loop; from any thread.
  void encode(SessionRun run, List<Message> conversation, TurnPlan turn);
}
