package dev.goodput.report.words;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.Lengths;
import dev.goodput.record.ArrivalKind;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import dev.goodput.wire.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Whether a level ran the workload that was requested: the lengths of prompts and responses, and
/// how often prompts were used again. Where lengths differ by more than 20 %, the figures describe
/// another workload.
public final class WorkloadText {
  private static final double LARGEST_DIFFERENCE = 0.2;
  private static final double NOTABLE_DIFFERENCE = 0.05;

  /// So small a share of a file that runs have hardly a prompt in common.
  private static final double FEW = .05;

  /// The start of the sentence about the length of responses.
  private static final String ANSWERS = "responses have ";

  private static final String ENDPOINT = "target.endpoint";

  private WorkloadText() {}

  /// The verdict on a level whose lengths are off; empty where they are as requested, and where
  /// there is nothing to compare.
  public static Optional<Verdict> verdict(ReportInput in, LevelResult level) {
    List<String> off = off(in, level);
    return off.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Severity.WARN.verdict(
                "wrong workload",
                String.join("; ", off),
                "The figures describe a different workload from the one you requested"
                    + remedy(in, level)
                    + "."));
  }

  private static String remedy(ReportInput in, LevelResult level) {
    if (level.load().observed()) {
      return "";
    }
    Double prompts = prompts(in, level.lengths());
    Double answers = answers(level, level.lengths());
    List<String> remedies = new ArrayList<>();
    if (isTooShort(level)) {
      remedies.add(tooShort(in));
    } else if (answers != null && answers > LARGEST_DIFFERENCE) {
      remedies.add("the server ignores the limit, or counts with another tokenizer");
    }
    if (prompts != null && Math.abs(prompts) > LARGEST_DIFFERENCE) {
      remedies.add(tokenizer(in));
    }
    return remedies.isEmpty() ? "" : ": " + String.join("; ", remedies);
  }

  private static String tooShort(ReportInput in) {
    if (ignoredEos(in)) {
      return "the server does not apply --ignore-eos";
    }
    return canIgnoreEos(in)
        ? "add --ignore-eos if the server supports it"
        : "--endpoint "
            + in.fact(ENDPOINT).orElse("")
            + " does not support --ignore-eos, so the model decides where a response ends";
  }

  private static String tokenizer(ReportInput in) {
    return in.fact("tokenizer").isPresent()
        ? "check that --tokenizer is the model's own"
        : "pass the model's own --tokenizer";
  }

  private static boolean ignoredEos(ReportInput in) {
    return in.fact("ask.ignore_eos").filter("true"::equals).isPresent();
  }

  /// Returns whether the run was without `--ignore-eos` and its endpoint supports it. Endpoints of
  /// other versions are unknown and may.
  public static boolean canIgnoreEos(ReportInput in) {
    return !ignoredEos(in)
        && in.fact(ENDPOINT)
            .filter(Dialect.names()::contains)
            .map(name -> Dialect.named(name).ignoresEos())
            .orElse(true);
  }

  /// Returns whether the model ended its responses so early that the workload is another one.
  public static boolean isTooShort(LevelResult level) {
    Double answers = answers(level, level.lengths());
    return answers != null && answers < -LARGEST_DIFFERENCE;
  }

  /// Returns the warnings of a level that its verdict does not include, that of short responses
  /// with its remedy.
  static List<String> otherWarnings(ReportInput in, LevelResult level) {
    boolean stated = verdict(in, level).filter(each -> each.text().contains(ANSWERS)).isPresent();
    return level.warnings().stream()
        .filter(each -> !(stated && each.startsWith(ANSWERS)))
        .map(
            each -> isOfShort(each) && !level.load().observed() ? each + ": " + tooShort(in) : each)
        .toList();
  }

  private static boolean isOfShort(String warning) {
    return warning.startsWith(ANSWERS) && warning.endsWith(" %)");
  }

  /// Whether lengths were requested and can be compared, so that there is a verdict.
  public static boolean isJudged(ReportInput in, LevelResult level) {
    Lengths lengths = level.lengths();
    return prompts(in, lengths) != null || answers(level, lengths) != null;
  }

  private static List<String> off(ReportInput in, LevelResult level) {
    Lengths lengths = level.lengths();
    List<String> off = new ArrayList<>();
    add("prompts", prompts(in, lengths), lengths.inputReported(), lengths.inputRequested(), off);
    add(
        "responses",
        answers(level, lengths),
        lengths.outputReported(),
        lengths.outputRequested(),
        off);
    return off;
  }

  // Nobody requests a length of prompts that are the workload's own text.
  private static @Nullable Double prompts(ReportInput in, Lengths lengths) {
    return hasOwnPrompts(in) ? null : difference(lengths.inputRequested(), lengths.inputReported());
  }

  // A level that was cut short lacks the longest answers.
  private static @Nullable Double answers(LevelResult level, Lengths lengths) {
    return level.window().cutShort()
        ? null
        : difference(lengths.outputRequested(), lengths.outputReported());
  }

  private static @Nullable Double difference(@Nullable Double requested, @Nullable Double found) {
    return requested == null || found == null || requested <= 0
        ? null
        : Double.valueOf(found / requested - 1);
  }

  private static void add(
      String what,
      @Nullable Double difference,
      @Nullable Double found,
      @Nullable Double requested,
      List<String> off) {
    if (difference != null && Math.abs(difference) > LARGEST_DIFFERENCE) {
      off.add(
          what
              + " have "
              + Figures.number(found)
              + " tokens on average, not "
              + Figures.number(requested)
              + " as requested ("
              + signed(difference)
              + ")");
    }
  }

  /// Returns whether the prompts are the workload's own, so that no length was requested. Older
  /// runs have only `workload.written`.
  static boolean hasOwnPrompts(ReportInput in) {
    return in.fact("workload.own_prompts")
        .or(() -> in.fact("workload.written"))
        .filter("true"::equals)
        .isPresent();
  }

  /// The sentence, with its remedy where the text was made up: no tokenizer changes a file's.
  static Optional<String> promptNote(ReportInput in, LevelResult.Lengths lengths) {
    Double planned = lengths.inputRequested();
    Double reported = lengths.inputReported();
    Double difference = difference(planned, reported);
    if (difference == null || Math.abs(difference) <= NOTABLE_DIFFERENCE) {
      return Optional.empty();
    }
    String begin = "prompts have " + Figures.number(reported) + " tokens on average where ";
    return Optional.of(
        begin
            + (hasOwnPrompts(in)
                    ? "the client counted %s (%s)"
                    : "%s were requested (%s): " + tokenizer(in))
                .formatted(Figures.number(planned), signed(difference)));
  }

  /// The sentence, empty where the workload was not used up, or never is, and no run repeats
  /// prompts of another.
  static String reuse(ReportInput in, LevelResult level) {
    OptionalLong holds = in.manifest().whole("workload.requests");
    if (holds.isEmpty()) {
      return "";
    }
    if (in.repeats().isPresent() && written(in)) {
      return overRuns(in, holds.getAsLong());
    }
    double played = played(in, level);
    if (played <= holds.getAsLong()) {
      return "";
    }
    boolean recording = level.load().kind() == ArrivalKind.TRACE;
    long span = in.manifest().whole("workload.span_nanos").orElse(0);
    return (recording ? "the recording has " : "the workload has ")
        + Figures.counted(holds.getAsLong(), "request")
        + (recording ? " over " + Figures.span(span / 1e9) : "")
        + (recording ? " and was played " : " and was sent ")
        + times(played / holds.getAsLong())
        + (written(in) ? ", the same prompts each time" : ", each time with other text")
        + (written(in) ? ", which a prefix cache may know (--cache-bust)" : "")
        + (recording ? "; --requests " + holds.getAsLong() + " plays it once" : "");
  }

  /// Each run of one load plays the file in an order of its own, and so prompts of the others too,
  /// long before it is used up.
  private static String overRuns(ReportInput in, long holds) {
    double played = in.result().levels().stream().mapToDouble(each -> played(in, each)).sum();
    return played <= FEW * holds
        ? ""
        : "all runs take their prompts from the same "
            + Figures.counted(holds, "request")
            + ": a prefix cache may know those of an earlier run, so that the first is unlike the"
            + " others (--cache-bust)";
  }

  /// Returns the requests of the workload for it: those sent, and their part of the excluded ones.
  private static double played(ReportInput in, LevelResult level) {
    long requested = level.totals().requests();
    long ofAll = in.result().levels().stream().mapToLong(each -> each.totals().requests()).sum();
    long excluded =
        in.manifest().whole("workload.skipped").orElse(0)
            + in.manifest().whole("workload.turns_dropped").orElse(0);
    return ofAll == 0 ? 0 : requested + (double) excluded * requested / ofAll;
  }

  private static String times(double rounds) {
    double rounded = Math.round(10 * rounds) / 10.0;
    return rounded > 1 ? Figures.plain(rounded) + " times" : "once, and a little again";
  }

  private static boolean written(ReportInput in) {
    return in.fact("workload.written").filter("true"::equals).isPresent();
  }

  private static String signed(double difference) {
    return (difference < 0 ? "−" : "+") + Figures.share(Math.abs(difference));
  }
}
