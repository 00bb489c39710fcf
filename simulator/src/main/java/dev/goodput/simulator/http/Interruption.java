package dev.goodput.simulator.http;

import dev.goodput.simulator.fault.Fault;
import dev.goodput.simulator.fault.FaultKind;
import dev.goodput.simulator.fault.FaultSet;
import org.jspecify.annotations.Nullable;

/// Faults that occur in the middle of a stream.
final class Interruption {
  private static final FaultKind[] KINDS = {
    FaultKind.CUT, FaultKind.RESET, FaultKind.ERROR_EVENT, FaultKind.STALL, FaultKind.MALFORMED
  };

  private Interruption() {}

  /// Returns the interruption of this stream; null if there is none.
  static @Nullable Fault of(FaultSet faults) {
    for (FaultKind kind : KINDS) {
      if (faults.has(kind)) {
        return faults.get(kind);
      }
    }
    return null;
  }

  /// Returns the number of tokens before the fault: half of them by default, and always fewer than
  /// all.
  static int position(Fault fault, int tokens) {
    int half = tokens / 2;
    double asked =
        switch (fault.kind()) {
          case CUT, RESET -> fault.first();
          case ERROR_EVENT -> fault.second();
          case STALL, MALFORMED -> 0;
          case REJECT,
              SLOW_FIRST_BYTE,
              EMPTY,
              NO_DONE,
              NO_USAGE,
              EARLY_ROLE,
              CRLF,
              COMMENTS,
              SPLIT,
              COALESCE,
              CRASH ->
              throw new IllegalStateException("not an interruption: " + fault.kind());
        };
    int position = asked > 0 ? (int) asked : half;
    return Math.clamp(position, 0, Math.max(0, tokens - 1));
  }

  /// Sends an event with truncated JSON.
  static void malformed(EventStream events) {
    events.data("{\"id\":\"broken\",\"choices\":[{\"index\":0,\"delta\":{\"conte");
    events.send();
  }

  /// Sends the error in one of the spellings that servers use.
  static void error(EventStream events, int spelling) {
    String error = Json.error(500, "InternalServerError", "", "planned fault");
    switch (spelling) {
      case 2 ->
          events.data(
              "{\"object\":\"error\",\"message\":\"planned fault\","
                  + "\"type\":\"InternalServerError\",\"code\":500}");
      case 3 ->
          events.field(
              "error", "{\"code\":500,\"message\":\"planned fault\",\"type\":\"server_error\"}");
      case 4 ->
          events.data(
              "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\"}],"
                  + error.substring(1));
      default -> events.data(error);
    }
    events.data("[DONE]");
  }
}
