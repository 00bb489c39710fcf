package dev.goodput.findings.comparison;

import dev.goodput.findings.comparison.ComparisonInput.SideVerdict;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.ResolutionAdvice;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.NextCommands;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.words.Figures;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// What to do after a comparison: the next command, and what would settle an inconclusive gate.
///
/// @param in the comparison
record NextAfterComparison(ComparisonInput in) {
  /// The side whose report matters most: the one with a verdict of its own, else the candidate.
  private String side() {
    SideVerdict judged = in.side();
    return (judged == null ? Side.B : judged.side()).name().toLowerCase(Locale.ROOT);
  }

  private NextStep more() {
    NextCommands commands = commands();
    Optional<ResolutionAdvice> settling = in.gate().advice();
    if (settling
        .filter(each -> each.reason() == ResolutionAdvice.Reason.NOTHING_LEFT)
        .isPresent()) {
      String how =
          in.paired()
              ? "at a lighter load, or with other --metrics"
              : "with other --metrics, or both measured at a lighter load";
      return new NextStep(lighter(commands), how);
    }
    if (!in.live()
        && settling
            .filter(each -> each.reason() == ResolutionAdvice.Reason.INTERRUPTED)
            .isPresent()) {
      boolean late = in.rows().stream().anyMatch(row -> row.b() != null && !row.voided().isEmpty());
      return late
          ? NextStep.SELFTEST
          : new NextStep(
              commands.again(), "once the candidate has been measured again, to its end");
    }
    boolean baselineTooSmall =
        !in.paired()
            && settling
                .filter(each -> each.reason() == ResolutionAdvice.Reason.TOO_NEAR)
                .isPresent();
    if (!baselineTooSmall && (in.paired() || in.live())) {
      String option = in.paired() ? "--pairs" : "--runs";
      return new NextStep(
          commands.again(commands.doubled(option, "5")), "repeat with twice as many requests");
    }
    boolean buys = settling.filter(each -> each.runs().isPresent()).isPresent();
    return new NextStep(
        "goodput runs",
        buys
            ? "add further runs (bench --repeats) or longer ones to the baseline"
            : "add further or longer runs to the baseline");
  }

  /// Half the load of a pair, where one was typed.
  private String lighter(NextCommands commands) {
    Optional<String> half =
        commands
            .value("--rate")
            .filter(rate -> in.paired() && rate.matches("\\d+(\\.\\d+)?"))
            .map(rate -> new BigDecimal(rate).divide(BigDecimal.TWO))
            .map(rate -> "--rate=" + rate.stripTrailingZeros().toPlainString());
    return half.map(commands::again).orElseGet(commands::again);
  }

  private NextCommands commands() {
    return NextCommands.of(in.manifest(), in.command());
  }

  /// What to type next.
  public NextStep next() {
    boolean ended = in.interrupted() || !in.reason().isEmpty();
    if (in.conclusion() == Conclusion.INCONCLUSIVE && ended) {
      return new NextStep(commands().again(), "let it run to its end");
    }
    return switch (in.conclusion()) {
      case CLIENT_BOUND -> NextStep.SELFTEST;
      case INCONCLUSIVE -> more();
      default ->
          in.live()
              ? new NextStep(
                  "goodput report " + ShellText.join(List.of(in.dir().resolve(side()).toString())),
                  "all figures of " + side().toUpperCase(Locale.ROOT))
              : new NextStep("goodput runs", "list all runs");
    };
  }

  /// What would settle an inconclusive gate, in a sentence or two; empty where nothing is open.
  String settling() {
    Optional<ResolutionAdvice> settling = in.gate().advice();
    if (settling.isEmpty()) {
      return "";
    }
    String runs = in.paired() ? "new pairs" : "new runs of B";
    String buy =
        settling.get().runs().isPresent()
            ? " About "
                + Figures.count(settling.get().runs().getAsInt())
                + " "
                + runs
                + ", tested alone, would decide in four of five cases ("
                + option()
                + ")."
            : "";
    return switch (settling.get().reason()) {
      case INTERRUPTED ->
          "Fewer %s count than were planned, which may be the reason."
                  .formatted(in.paired() ? "pairs" : "runs")
              + buy;
      case FEW_RUNS ->
          "Fewer than " + GateRule.MIN_RUNS + " count, which prove nothing; see the notes.";
      case ABSENT_FIGURES -> absent();
      case NOTHING_LEFT ->
          "In some run a compared metric is 0 or missing, so the gate cannot pass: use a lighter"
              + " load%s, or other --metrics.".formatted(in.paired() ? "" : " for both sides");
      case NOT_CONFIRMED -> "Run again with more --pairs." + buy;
      case NOISE -> buy.isEmpty() ? "Longer runs." : buy.strip() + " Or make runs longer.";
      case TOO_NEAR ->
          in.paired()
              ? "The slowdown is about as large as the limit: no affordable number of pairs"
                  + " decides."
              : "More new runs cannot decide it: store more or longer runs in the baseline, or"
                  + " allow a larger --max-regression.";
    };
  }

  private String absent() {
    if (!in.countedAlike()) {
      return "Output tokens are counted differently on the two sides: let both report usage, pass"
          + " --tokenizer, or remove the metrics that depend on them from --metrics.";
    }
    return failed()
        ? "Some runs have no response to measure: fix the failures first."
        : "Some runs have too few responses: a p95 needs 20 and a p99 needs 100. Use longer runs.";
  }

  /// Returns the option for more pairs or runs.
  String option() {
    return in.paired() ? "--pairs" : in.live() ? "--runs" : "bench --repeats";
  }

  private boolean failed() {
    return in.rows().stream()
        .flatMap(row -> Stream.of(Optional.ofNullable(row.a()), Optional.ofNullable(row.b())))
        .flatMap(Optional::stream)
        .map(run -> run.value(ComparedMetric.ERROR_RATE))
        .anyMatch(rate -> rate != null && rate > 0);
  }
}
