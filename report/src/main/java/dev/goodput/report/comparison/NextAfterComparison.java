package dev.goodput.report.comparison;

import dev.goodput.metrics.comparison.ResolutionAdvice;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.NextCommands;
import dev.goodput.report.model.NextStep;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The command that makes most sense after a comparison.
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
    Optional<ResolutionAdvice> settling = in.gate().settling();
    if (settling.filter(each -> each.why() == ResolutionAdvice.Reason.NOTHING_LEFT).isPresent()) {
      String how =
          in.paired()
              ? "at a lighter load, or with other --metrics"
              : "with other --metrics, or both measured at a lighter load";
      return new NextStep(lighter(commands), how);
    }
    if (!in.live()
        && settling.filter(each -> each.why() == ResolutionAdvice.Reason.INTERRUPTED).isPresent()) {
      boolean late = in.rows().stream().anyMatch(row -> row.b() != null && !row.voided().isEmpty());
      return late
          ? NextStep.SELFTEST
          : new NextStep(
              commands.again(), "once the candidate has been measured again, to its end");
    }
    if (in.paired() || in.live()) {
      String option = in.paired() ? "--pairs" : "--runs";
      return new NextStep(
          commands.again(commands.doubled(option, "5")), "is it so of twice as many?");
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
                  "")
              : new NextStep("goodput runs", "");
    };
  }
}
