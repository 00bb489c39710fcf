package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.wire.dialect.Dialect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A check that events arrive one by one, as they are written.
final class StreamingProbe {
  private static final int TOKENS = 160;

  /// Chosen so that a page-sized buffer and a 200 ms timer look different.
  private static final int GAP_MILLIS = 7;

  private static final int TRIES = 3;
  private static final int MIN_STEPS = 8;

  /// A stream counts as held back if it arrives in fewer steps than this share of the steps it has
  /// without a proxy. A busy machine merges some steps, a buffer merges most.
  private static final double HELD_SHARE = .5;

  private StreamingProbe() {}

  /// Streams directly and through the proxy, in turn.
  static CheckFinding embedded(ProbeTools probing, ProbeUpstream upstream) {
    Side direct = new Side();
    Side via = new Side();
    boolean asked10 = false;
    for (int i = 0; i < TRIES; i++) {
      direct.add(upstream, probing, false);
      asked10 |= via.add(upstream, probing, true);
    }
    CheckFinding found = judged(direct, via, asked10);
    return found.rating() == CheckResult.UNKNOWN
        ? found
        : found
            .with("chunk_delay_added_p50_ms", via.delay(.5) - direct.delay(.5))
            .with("chunk_delay_added_p99_ms", via.delay(.99) - direct.delay(.99));
  }

  /// Does the same for an unknown server, whose own steps are the reference.
  static CheckFinding of(ProbeTools probing) {
    String prompt = "Count from one to two hundred in words.";
    Side direct = new Side();
    Side via = new Side();
    for (int i = 0; i < TRIES; i++) {
      direct.add(probing.direct(prompt, TOKENS), probing.direct().dialect());
      via.add(probing.via(prompt, TOKENS), probing.via().dialect());
    }
    return judged(direct, via, false);
  }

  private static CheckFinding judged(Side direct, Side via, boolean asked10) {
    Optional<Stream> most = direct.best();
    if (most.isEmpty()) {
      return CheckFinding.unknown(
          ProxyCheck.COALESCING, "the server itself returned " + direct.last);
    }
    if (most.get().steps().count() < MIN_STEPS) {
      return CheckFinding.unknown(
          ProxyCheck.COALESCING,
          "without the proxy the response arrives in only %d reads"
              .formatted(most.get().steps().count()));
    }
    return via.best()
        .map(stream -> judged(most.get(), stream, asked10))
        .orElseGet(
            () -> CheckFinding.unknown(ProxyCheck.COALESCING, "through the proxy: " + via.last));
  }

  private static CheckFinding judged(Stream direct, Stream via, boolean asked10) {
    double expected = direct.density() * via.content();
    DeliverySteps steps = via.steps();
    CheckFinding found =
        steps.count() < expected * HELD_SHARE
            ? held(Math.round(expected), steps, asked10)
            : apart(direct.steps(), steps);
    return found
        .with("direct_steps", direct.steps().count())
        .with("via_steps", steps.count())
        .with("via_step_gap_ms", steps.gapMillis())
        .with("via_step_bytes", steps.bytes());
  }

  private static CheckFinding held(long expected, DeliverySteps via, boolean asked10) {
    Buffering why = Buffering.of(via, asked10);
    String how =
        String.format(
            Locale.ROOT,
            "%s instead of %d, %.0f ms and %,.0f bytes each",
            via.count() == 1 ? "1 read" : via.count() + " reads",
            expected,
            via.gapMillis(),
            via.bytes());
    return CheckFinding.broken(ProxyCheck.COALESCING, how + ": " + why.cause())
        .withRemedy(why.remedy());
  }

  private static CheckFinding apart(DeliverySteps direct, DeliverySteps via) {
    return CheckFinding.passed(
        ProxyCheck.COALESCING,
        "the client gets the response in %d reads through the proxy, in %d without it"
            .formatted(via.count(), direct.count()));
  }

  /// One response.
  ///
  /// @param content the length of its text: responses to one request may differ in length
  private record Stream(DeliverySteps steps, int content) {
    /// Returns steps per character.
    double density() {
      return steps.count() / (double) content;
    }
  }

  /// The streams of one side.
  private static final class Side {
    private final List<Stream> streams = new ArrayList<>();
    private final List<Double> delaysMillis = new ArrayList<>();

    /// A description of the last response.
    private String last = "nothing";

    /// @return whether the upstream received an HTTP/1.0 request
    boolean add(ProbeUpstream upstream, ProbeTools probing, boolean through) {
      long probe = upstream.probe(ResponseScript.of(TOKENS, GAP_MILLIS, ResponseScript.End.WHOLE));
      String prompt = ProbeUpstream.mark(probe);
      RawResponse answer = through ? probing.via(prompt, TOKENS) : probing.direct(prompt, TOKENS);
      Dialect dialect = (through ? probing.via() : probing.direct()).dialect();
      List<UpstreamRequest> attempts = upstream.attempts(probe);
      if (attempts.isEmpty()) {
        last = answer.words() + ", without a request to the upstream";
        return false;
      }
      if (!add(answer, dialect)) {
        return false;
      }
      delays(answer, attempts.getFirst().sentNanos(), probe);
      return attempts.getFirst().http10();
    }

    /// @return whether it is a model's response: the steps of an error show nothing about buffering
    boolean add(RawResponse answer, Dialect dialect) {
      last = answer.words();
      if (!answer.successful() || !answer.seemsComplete()) {
        return false;
      }
      RawResponse.Content content = answer.content(dialect);
      if (content.characters() > 0) {
        streams.add(new Stream(DeliverySteps.of(content.pieces()), content.characters()));
      }
      return content.characters() > 0;
    }

    private void delays(RawResponse answer, long[] sentNanos, long probe) {
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

    /// Returns the stream with the most steps for its text: a busy machine can only remove steps.
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
