package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.Latencies;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Notes about the client's wait if TTFT differs between its measurement points.
final class ClientNotes {
  private static final double STAMP_ERROR_MILLIS = 1;
  private static final double MIN_SHARE = 0.01;

  private ClientNotes() {}

  /// Returns the notes for a level.
  ///
  /// @param queued waits between being due and being dispatched
  /// @param cap the configured limit of requests in flight
  /// @param waited what caused the difference without such a limit
  static List<ClientHealth.Note> of(
      Latencies latencies, @Nullable Distribution queued, @Nullable Integer cap, String waited) {
    List<ClientHealth.Note> notes = new ArrayList<>();
    boolean streamed = latencies.ttft() != null;
    Double fromStart = p95(streamed ? latencies.ttft() : latencies.e2el());
    Latencies.Twin fromDispatch = latencies.fromDispatch();
    Double dispatched = p95(streamed ? fromDispatch.ttftMs() : fromDispatch.e2elMs());
    Latencies.Twin service = latencies.service();
    Double sent = p95(streamed ? service.ttftMs() : service.e2elMs());
    if (fromStart == null || dispatched == null || sent == null) {
      return notes;
    }
    Distribution shown = streamed ? latencies.ttft() : latencies.e2el();
    String name = (streamed ? "TTFT" : "E2EL") + statistic(shown);
    if (differs(fromStart, dispatched)) {
      String twins =
          "%s: %s for users, %s from dispatch as vLLM bench counts (%s)"
              .formatted(
                  name,
                  FigureText.millis(fromStart),
                  FigureText.millis(dispatched),
                  where(queued, cap, waited));
      notes.add(new ClientHealth.Note("", cap != null, twins));
    }
    if (differs(dispatched, sent)) {
      String twins =
          "%s: %s from dispatch, %s from sent (connect and write take the rest)"
              .formatted(name, FigureText.millis(dispatched), FigureText.millis(sent));
      notes.add(new ClientHealth.Note("", false, twins));
    }
    return notes;
  }

  // The percentiles may come from two different requests, so their difference is no one's wait.
  private static String where(@Nullable Distribution queued, @Nullable Integer cap, String waited) {
    Double wait = p95(queued);
    if (cap == null || queued == null || wait == null) {
      return "the difference is " + waited;
    }
    String which = "(" + statistic(queued).strip() + ")";
    return "--max-in-flight " + cap + " held them for " + FigureText.millis(wait) + " " + which;
  }

  /// Returns what else holds requests back, apart from a cap.
  ///
  /// @param observed whether a gateway measured
  /// @param retried whether requests were retried, and waited before that
  static String waited(boolean observed, boolean retried) {
    if (observed) {
      return retried
          ? "failed attempts, or the gateway's wait for a connection"
          : "the gateway's wait for a connection";
    }
    return retried
        ? "failed attempts, the waits before --retries, or the client's lag"
        : "the client's lag";
  }

  private static boolean differs(double more, double less) {
    return more - less > Math.max(STAMP_ERROR_MILLIS, MIN_SHARE * more);
  }

  private static String statistic(@Nullable Distribution distribution) {
    return distribution != null && distribution.p95() == null ? " max" : " p95";
  }

  private static @Nullable Double p95(@Nullable Distribution distribution) {
    return distribution == null ? null : distribution.p95OrMax();
  }
}
