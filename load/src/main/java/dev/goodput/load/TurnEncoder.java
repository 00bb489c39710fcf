package dev.goodput.load;

import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.prompt.Message;
import java.util.List;

/// Encodes the body of one turn; called on the feeder's thread, never on a loop.
@FunctionalInterface
public interface TurnEncoder {
  /// @param conversation the messages to send, oldest first, including those of `turn`
  /// @param turn the turn of the workload
  Body encode(List<Message> conversation, TurnPlan turn);
}
