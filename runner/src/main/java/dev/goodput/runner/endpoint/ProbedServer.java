package dev.goodput.runner.endpoint;

import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.PreflightException;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.TargetFacts;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// What is known of a server that is to be looked at, whether or not it answers now.
final class ProbedServer {
  private ProbedServer() {}

  static TargetFacts of(
      Endpoint endpoint, TargetPlan common, PreflightScreen screen, Consumer<String> print) {
    try {
      return screen.probe(endpoint, common);
    } catch (PreflightException e) {
      if (!isTransient(e.kind())) {
        throw e;
      }
      String model = common.server().model();
      if (model == null) {
        throw new PreflightException(
            e.kind(), e.getMessage() + "; with --model NAME the watch starts anyway");
      }
      print.accept("not there yet, watched all the same: " + e.getMessage());
      return unmet(model, endpoint.http());
    }
  }

  /// Whether time may mend it. What the command line has wrong it does not.
  private static boolean isTransient(PreflightException.Kind kind) {
    return switch (kind) {
      case REFUSED, UNKNOWN_HOST, TLS, TIMEOUT, UNAVAILABLE, HTML, MALFORMED -> true;
      case UNAUTHORIZED, NOT_FOUND, UNKNOWN_MODEL, NO_STREAM, REJECTED -> false;
    };
  }

  private static TargetFacts unmet(String model, HttpVersion requested) {
    return new TargetFacts(
        model,
        List.of(),
        OptionalInt.empty(),
        false,
        true,
        "",
        0,
        OptionalInt.empty(),
        0,
        List.of(),
        List.of(),
        requested == HttpVersion.AUTO ? HttpVersion.ONE : requested);
  }
}
