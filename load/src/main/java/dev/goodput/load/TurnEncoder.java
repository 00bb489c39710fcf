package dev.goodput.load;

import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.prompt.Message;
import java.util.List;

/// Makes the body of one turn; called on the feeder's thread, never on a loop.
@FunctionalInterface
public interface TurnEncoder {
  /// @param conversation the messages to send, oldest first, those of `turn` included
  /// @param turn what the workload asks
  Body encode(List<Message> conversation, TurnPlan turn);
}
