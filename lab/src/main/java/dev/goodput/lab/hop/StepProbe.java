package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.metrics.hop.Finding;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.wire.dialect.Dialect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Whether events come through one by one, as they are written.
final class StepProbe {
  private static final int TOKENS = 160;

  /// Such that a buffer of a page and 200 ms do not look alike.
  private static final int GAP_MILLIS = 7;

  private static final int TRIES = 3;
  private static final int LEAST_STEPS = 8;

  /// A stream that comes in fewer steps than this share of those it has without a proxy is held
  /// back: a machine that is busy joins some, and a buffer most.
  private static final double HELD_SHARE = .5;

  private StepProbe() {}

  /// Streams each way, in turn.
  static Finding embedded(ProbeTools probing, Upstream upstream) {
    Side direct = new Side();
    Side via = new Side();
    boolean asked10 = false;
    for (int i = 0; i < TRIES; i++) {
      direct.add(upstream, probing, false);
      asked10 |= via.add(upstream, probing, true);
    }
    Finding found = judged(direct, via, asked10);
    return found.grade() == CheckResult.UNTOLD
        ? found
        : found
            .with("chunk_delay_added_p50_ms", via.delay(.5) - direct.delay(.5))
            .with("chunk_delay_added_p99_ms", via.delay(.99) - direct.delay(.99));
  }

  /// The same of a server of which nothing is known: its own steps are those to hold on to.
  static Finding of(ProbeTools probing) {
    String prompt = "Count from one to two hundred in words.";
    Side direct = new Side();
    Side via = new Side();
    for (int i = 0; i < TRIES; i++) {
      direct.add(probing.direct(prompt, TOKENS), probing.direct().dialect());
      via.add(probing.via(prompt, TOKENS), probing.via().dialect());
    }
    return judged(direct, via, false);
  }

  private static Finding judged(Side direct, Side via, boolean asked10) {
    Optional<Stream> most = direct.best();
    if (most.isEmpty()) {
      return Finding.untold(ProxyCheck.COALESCING, "the server itself gave " + direct.last);
    }
    if (most.get().steps().count() < LEAST_STEPS) {
      return Finding.untold(
          ProxyCheck.COALESCING,
          "the server itself sends its answer in %d steps".formatted(most.get().steps().count()));
    }
    return via.best()
        .map(stream -> judged(most.get(), stream, asked10))
        .orElseGet(() -> Finding.untold(ProxyCheck.COALESCING, "through it came " + via.last));
  }

  private static Finding judged(Stream direct, Stream via, boolean asked10) {
    double expected = direct.density() * via.said();
    Steps steps = via.steps();
    Finding found =
        steps.count() < expected * HELD_SHARE
            ? held(Math.round(expected), steps, asked10)
            : apart(direct.steps(), steps);
    return found
        .with("direct_steps", direct.steps().count())
        .with("via_steps", steps.count())
        .with("via_step_gap_ms", steps.gapMillis())
        .with("via_step_bytes", steps.bytes());
  }

  private static Finding held(long expected, Steps via, boolean asked10) {
    Buffering why = Buffering.of(via, asked10);
    String how =
        String.format(
            Locale.ROOT,
            "%d steps in place of %d, %.0f ms and %,.0f bytes each",
            via.count(),
            expected,
            via.gapMillis(),
            via.bytes());
    return Finding.broken(ProxyCheck.COALESCING, how + ": " + why.cause()).mendedBy(why.remedy());
  }

  private static Finding apart(Steps direct, Steps via) {
    return Finding.kept(
        ProxyCheck.COALESCING,
        "%d steps, and %d without it".formatted(via.count(), direct.count()));
  }

  /// One answer.
  ///
  /// @param said how much text was in it: answers to one question may differ in length
  private record Stream(Steps steps, int said) {
    /// Steps for each character.
    double density() {
      return steps.count() / (double) said;
    }
  }

  /// The streams of one way.
  private static final class Side {
    private final List<Stream> streams = new ArrayList<>();
    private final List<Double> delaysMillis = new ArrayList<>();

    /// What the last answer looked like.
    private String last = "nothing";

    /// @return whether the upstream was asked in HTTP/1.0
    boolean add(Upstream upstream, ProbeTools probing, boolean through) {
      long probe = upstream.probe(Script.of(TOKENS, GAP_MILLIS, Script.End.WHOLE));
      String prompt = Upstream.mark(probe);
      RawAnswer answer = through ? probing.via(prompt, TOKENS) : probing.direct(prompt, TOKENS);
      Dialect dialect = (through ? probing.via() : probing.direct()).dialect();
      List<Attempt> attempts = upstream.attempts(probe);
      if (attempts.isEmpty()) {
        last = answer.words() + ", for which the upstream was not asked";
        return false;
      }
      if (!add(answer, dialect)) {
        return false;
      }
      delays(answer, attempts.getFirst().sentNanos(), probe);
      return attempts.getFirst().http10();
    }

    /// @return whether it is an answer: the steps of a refusal are nobody's buffering
    boolean add(RawAnswer answer, Dialect dialect) {
      last = answer.words();
      if (!answer.successful() || !answer.looksWhole()) {
        return false;
      }
      RawAnswer.Said said = answer.said(dialect);
      if (said.characters() > 0) {
        streams.add(new Stream(Steps.of(said.pieces()), said.characters()));
      }
      return said.characters() > 0;
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

    /// That of the most steps for its text: a busy machine only takes some away.
    Optional<Stream> best() {
      return streams.stream().max(Comparator.comparingDouble(Stream::density));
    }

    double delay(double share) {
      double[] sorted = delaysMillis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return sorted.length == 0
          ? Double.NaN
          : sorted[(int) Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
    }
  }
}
