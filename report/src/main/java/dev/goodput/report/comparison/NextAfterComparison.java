package dev.goodput.report.comparison;

import dev.goodput.metrics.comparison.ResolutionAdvice;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.Experiment;
import dev.goodput.report.NextCommands;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The command that makes most sense after a comparison.
///
/// @param in the comparison
record NextAfterComparison(ComparisonInput in) {
  private static final Experiment.Next SELFTEST =
      new Experiment.Next("goodput selftest", "how much can this machine measure?");

  /// The side whose report matters most: the one with a verdict of its own, else the candidate.
  private String side() {
    SideVerdict judged = in.side();
    return (judged == null ? Side.B : judged.side()).name().toLowerCase(Locale.ROOT);
  }

  private Experiment.Next more() {
    NextCommands commands = commands();
    Optional<ResolutionAdvice> settling = in.gate().settling();
    if (settling.filter(each -> each.why() == ResolutionAdvice.Reason.NOTHING_LEFT).isPresent()) {
      String how =
          in.paired()
              ? "at a lighter load, or with other --metrics"
              : "with other --metrics, or both measured at a lighter load";
      return new Experiment.Next(lighter(commands), how);
    }
    if (!in.live()
        && settling.filter(each -> each.why() == ResolutionAdvice.Reason.INTERRUPTED).isPresent()) {
      boolean late = in.rows().stream().anyMatch(row -> row.b() != null && !row.voided().isEmpty());
      return late
          ? SELFTEST
          : new Experiment.Next(
              commands.again(), "once the candidate has been measured again, to its end");
    }
    if (in.paired() || in.live()) {
      String option = in.paired() ? "--pairs" : "--runs";
      return new Experiment.Next(
          commands.again(commands.doubled(option, "5")), "is it so of twice as many?");
    }
    boolean buys = settling.filter(each -> each.runs().isPresent()).isPresent();
    return new Experiment.Next(
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
  public Experiment.Next next() {
    boolean ended = in.interrupted() || !in.reason().isEmpty();
    if (in.conclusion() == Conclusion.INCONCLUSIVE && ended) {
      return new Experiment.Next(commands().again(), "let it run to its end");
    }
    return switch (in.conclusion()) {
      case CLIENT_BOUND -> SELFTEST;
      case INCONCLUSIVE -> more();
      default ->
          in.live()
              ? new Experiment.Next(
                  "goodput report " + ShellText.join(List.of(in.dir().resolve(side()).toString())),
                  "")
              : new Experiment.Next("goodput runs", "");
    };
  }
}
