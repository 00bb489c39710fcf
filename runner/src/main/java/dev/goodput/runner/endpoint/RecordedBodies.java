package dev.goodput.runner.endpoint;

import dev.goodput.runner.AppException;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.workload.Workload;
import java.util.Optional;

/// Whether an endpoint can carry the requests that a workload's file recorded.
final class RecordedBodies {
  private static final String RECORDED = "chat";

  private RecordedBodies() {}

  /// Refuses messages with images, audio or files for an endpoint that takes a plain prompt.
  ///
  /// @throws AppException.Usage naming the workload and the endpoint
  static void requireText(Workload workload, Dialect dialect) {
    if (workload.media() && dialect.takesBarePrompts()) {
      throw new AppException.Usage(
          "%s holds messages with images, audio or other parts, and --endpoint %s takes plain text: use an endpoint of messages, such as chat"
              .formatted(workload.name(), dialect.name()));
    }
  }

  /// A note that recorded members go unchanged to an endpoint whose API may not know them; empty
  /// where nothing is recorded or the endpoint is `chat`.
  static Optional<String> note(Workload workload, Dialect dialect) {
    boolean plain = workload.members().isEmpty() && !workload.media();
    if (plain || dialect.name().equals(RECORDED)) {
      return Optional.empty();
    }
    String what =
        workload.members().isEmpty()
            ? "message parts"
            : String.join(", ", workload.members()) + (workload.media() ? ", message parts" : "");
    return Optional.of(
        "recorded members of %s are sent to the %s endpoint as they are in the file, not translated: %s"
            .formatted(workload.name(), dialect.name(), what));
  }
}
