package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Tokens;
import dev.goodput.metrics.tally.RequestCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Warnings for readers of a level's figures, each with its remedy.
final class Warnings {
  private static final double LARGEST_LENGTH_DIFFERENCE = 0.05;
  private static final double LARGEST_SOURCE_DIFFERENCE = 0.05;
  private static final double LARGE_BURSTS_SHARE = 0.2;

  private Warnings() {}

  /// Returns a warning that responses are not as long as requested; the remedy for shorter ones
  /// depends on the options of the run, so the report that shows the warning adds it. Not for a
  /// level that was cut short, which lacks the longest.
  static Optional<String> ofLengths(LevelResult.Lengths lengths) {
    Double output = difference(lengths.outputRequested(), lengths.outputReported());
    return output == null || Math.abs(output) <= LARGEST_LENGTH_DIFFERENCE
        ? Optional.empty()
        : Optional.of(
            "responses have %s tokens on average, not %s as requested (%s)%s"
                .formatted(
                    whole(lengths.outputReported()),
                    whole(lengths.outputRequested()),
                    signed(output),
                    output < 0
                        ? ""
                        : ": the server ignores the limit, or counts with another --tokenizer"));
  }

  /// Returns warnings about responses that no counter shows.
  ///
  /// @param observed whether a gateway observed requests of others
  static List<String> ofAnswers(SampleTally tally, boolean observed) {
    List<String> warnings = new ArrayList<>();
    if (tally.get(RequestCount.BY_CHUNKS) > 0) {
      warnings.add(
          tally.get(RequestCount.BY_TOKENIZER) == 0
              ? "no token count for %s (no usable usage, no tokenizer), so each content chunk counts as one token: %s"
                  .formatted(
                      answers(tally.get(RequestCount.BY_CHUNKS)),
                      observed
                          ? "have clients request usage (stream_options.include_usage)"
                          : "pass --tokenizer")
              : "the tokenizer did not count %s, so each content chunk counts as one token: their TPOT and output speed are wrong"
                  .formatted(answers(tally.get(RequestCount.BY_CHUNKS))));
    }
    if (tally.get(RequestCount.CONTRADICTED) > 0) {
      warnings.add(
          "the server's usage reports 0 output tokens for %s with text, so it is ignored: correct the usage%s"
              .formatted(
                  answers(tally.get(RequestCount.CONTRADICTED)),
                  observed ? "" : ", or pass --tokenizer"));
    }
    if (tally.get(RequestCount.UNSTREAMED) > 0) {
      warnings.add(
          "%s arrived in one piece although a stream was requested: %s; look for a proxy that drops \"stream\"%s"
              .formatted(
                  answers(tally.get(RequestCount.UNSTREAMED)),
                  tally.get(RequestCount.STREAMED_ANSWERS) == 0
                      ? "there is no TTFT, TPOT or ITL"
                      : "TTFT, TPOT and ITL cover the %d that streamed"
                          .formatted(tally.get(RequestCount.STREAMED_ANSWERS)),
                  observed ? "" : ", or use --no-stream"));
    }
    return warnings;
  }

  /// Returns a warning about the outages, the longest of them with its times; empty without any.
  ///
  /// @param levelBegin when the level began, in nanoseconds since the run began
  static Optional<String> ofOutages(List<LevelResult.Outage> outages, long levelBegin) {
    return outages.stream()
        .max(Comparator.comparingLong(each -> each.endNanos() - each.beginNanos()))
        .map(longest ->
            "%s: from %s on, %d requests failed in %s; %s"
                .formatted(
                    outages.size() == 1 ? "1 outage" : outages.size() + " outages, the longest",
                    seconds(longest.beginNanos() - levelBegin),
                    longest.failed(),
                    seconds(longest.endNanos() - longest.beginNanos()),
                    recovery(longest.recoveryNanos())));
  }

  private static String recovery(@Nullable Long nanos) {
    return nanos == null
        ? "the service had not recovered by the end"
        : "recovery time %s after the last failure".formatted(seconds(nanos));
  }

  private static String seconds(long nanos) {
    return FigureText.millis(nanos / 1e6);
  }

  private static String answers(long count) {
    return count == 1 ? "1 response" : count + " responses";
  }

  /// Returns warnings about differences between the ways of counting tokens.
  static List<String> ofTokens(Tokens tokens) {
    List<String> warnings = new ArrayList<>();
    Double tokenizer = tokens.tokenizerAgainstUsage();
    if (tokenizer != null && Math.abs(tokenizer) > LARGEST_SOURCE_DIFFERENCE) {
      warnings.add(
          "the tokenizer's counts differ from the server's usage by %s: name the model's own --tokenizer"
              .formatted(signed(tokenizer)));
    }
    Double bursts = tokens.burstsShare();
    if (bursts != null && bursts > LARGE_BURSTS_SHARE) {
      warnings.add(
          "%s of the tokens arrived in bursts, which makes ITL look better: look for a proxy that buffers the stream"
              .formatted(FigureText.percent(bursts)));
    }
    return warnings;
  }

  private static @Nullable Double difference(
      @Nullable Double requested, @Nullable Double reported) {
    return requested == null || reported == null || requested == 0
        ? null
        : reported / requested - 1;
  }

  private static String whole(@Nullable Double tokens) {
    return tokens == null ? "" : FigureText.digits(tokens);
  }

  private static String signed(double share) {
    return (share < 0 ? "−" : "+") + FigureText.percent(Math.abs(share));
  }
}
