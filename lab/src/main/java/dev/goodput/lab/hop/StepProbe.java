package dev.goodput.lab.hop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Whether events come through one by one, as they are written.
final class StepProbe {
  private static final int TOKENS = 160;

  /// Such that a buffer of a page and 200 ms do not look alike.
  private static final int GAP_MILLIS = 7;

  private static final int TRIES = 3;

  /// A stream that comes in fewer steps than this share of those it has without a proxy is held
  /// back: a machine that is busy joins some, and a buffer most.
  private static final double HELD_SHARE = .5;

  private StepProbe() {}

  /// A stream each way, in turn.
  static Finding embedded(Probing probing, Upstream upstream) {
    Side direct = new Side();
    Side via = new Side();
    boolean asked10 = false;
    for (int i = 0; i < TRIES; i++) {
      direct.add(upstream, probing, false);
      asked10 |= via.add(upstream, probing, true);
    }
    Finding found = judged(direct.best(), via.best(), asked10);
    return found
        .with("chunk_delay_added_p50_ms", via.delay(.5) - direct.delay(.5))
        .with("chunk_delay_added_p99_ms", via.delay(.99) - direct.delay(.99));
  }

  /// The same of a server of which nothing is known: its own steps are those to hold on to.
  static Finding of(Probing probing) {
    String prompt = "Count from one to two hundred in words.";
    Steps direct = Steps.of(probing.direct(prompt, TOKENS));
    Steps via = Steps.of(probing.via(prompt, TOKENS));
    if (direct.count() < 8) {
      return Finding.untold(
          Duty.COALESCING,
          "the server itself sends its answer in %d steps".formatted(direct.count()));
    }
    return judged(direct, via, false);
  }

  private static Finding judged(Steps direct, Steps via, boolean asked10) {
    Finding found =
        via.count() < direct.count() * HELD_SHARE ? held(direct, via, asked10) : apart(direct, via);
    return found
        .with("direct_steps", direct.count())
        .with("via_steps", via.count())
        .with("via_step_gap_ms", via.gapMillis())
        .with("via_step_bytes", via.bytes());
  }

  private static Finding held(Steps direct, Steps via, boolean asked10) {
    Buffering why = Buffering.of(via, asked10);
    String how =
        String.format(
            Locale.ROOT,
            "%d steps in place of %d, %.0f ms and %,.0f bytes each",
            via.count(),
            direct.count(),
            via.gapMillis(),
            via.bytes());
    return Finding.broken(Duty.COALESCING, how + ": " + why.cause()).mendedBy(why.remedy());
  }

  private static Finding apart(Steps direct, Steps via) {
    return Finding.kept(
        Duty.COALESCING, "%d steps, and %d without it".formatted(via.count(), direct.count()));
  }

  /// The streams of one way.
  private static final class Side {
    private final List<Steps> steps = new ArrayList<>();
    private final List<Double> delaysMillis = new ArrayList<>();

    /// @return whether the upstream was asked in HTTP/1.0
    boolean add(Upstream upstream, Probing probing, boolean through) {
      long probe = upstream.probe(Script.of(TOKENS, GAP_MILLIS, Script.End.WHOLE));
      String prompt = Upstream.mark(probe);
      RawAnswer answer = through ? probing.via(prompt, TOKENS) : probing.direct(prompt, TOKENS);
      steps.add(Steps.of(answer));
      List<Attempt> attempts = upstream.attempts(probe);
      if (attempts.isEmpty()) {
        return false;
      }
      delays(answer, attempts.getFirst().sentNanos(), probe);
      return attempts.getFirst().http10();
    }

    private void delays(RawAnswer answer, long[] sentNanos, long probe) {
      int bytes = StreamText.event(probe, 0, false).length;
      int piece = 0;
      for (int i = 0; i < sentNanos.length; i++) {
        while (piece < answer.pieces().size()
            && answer.pieces().get(piece).bodyBytes() < bytes * (i + 1)) {
          piece++;
        }
        if (piece < answer.pieces().size()) {
          delaysMillis.add((answer.pieces().get(piece).nanos() - sentNanos[i]) / 1e6);
        }
      }
    }

    /// That of the most steps: a busy machine only takes some away.
    Steps best() {
      @Nullable Steps most = null;
      for (Steps each : steps) {
        most = most == null || each.count() > most.count() ? each : most;
      }
      return most == null ? new Steps(0, 0, 0, 0) : most;
    }

    double delay(double share) {
      double[] sorted = delaysMillis.stream().mapToDouble(Double::doubleValue).toArray();
      Arrays.sort(sorted);
      return sorted.length == 0
          ? Double.NaN
          : sorted[(int) Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
    }
  }
}
