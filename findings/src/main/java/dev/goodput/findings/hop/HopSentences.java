package dev.goodput.findings.hop;

import dev.goodput.metrics.comparison.SideFailure;
import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.metrics.hop.Delays;
import dev.goodput.metrics.hop.ProxyTestResult;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.NextCommands;
import dev.goodput.report.model.Check;
import dev.goodput.report.model.Fact;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Summary;
import dev.goodput.report.model.Table;
import dev.goodput.report.model.Table.Column;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The results of a proxy check, in words.
///
/// @param in what it is made of
public record HopSentences(HopInput in) {
  private static final String NO_ANSWERS = "no answers";
  private static final List<Column> DELAYS =
      List.of(
          Column.left("", 1, 17),
          Column.right("direct", 1, 11),
          Column.right("via", 1, 11),
          Column.right("added", 1, 11),
          Column.right("95 % interval", 1, 25));

  /// Returns the overall result in a word, as the document has it: `harmless`, `harmful`, `unsure`,
  /// `no answers`.
  public String result() {
    Conclusion conclusion = in.result().conclusion();
    if (conclusion == Conclusion.GOOD) {
      return "harmless";
    }
    if (conclusion == Conclusion.REGRESSED) {
      return "harmful";
    }
    return conclusion == Conclusion.INCONCLUSIVE ? "unsure" : NO_ANSWERS;
  }

  /// Returns the overall verdict.
  public Verdict verdict() {
    ProxyTestResult found = in.result();
    SideFailure failure = found.failure();
    if (failure != null) {
      String why =
          failure.reason().replaceFirst("^A ", "direct ").replaceFirst("^B ", "the proxy ");
      return Severity.BAD.verdict(result().equals(NO_ANSWERS) ? "no responses" : result(), why);
    }
    int broken = found.of(CheckResult.BROKEN).size();
    int open = found.of(CheckResult.UNKNOWN).size();
    int all = found.findings().size();
    int kept = found.of(CheckResult.KEPT).size();
    int aside = found.of(CheckResult.NOTED).size();
    String noted =
        aside == 0 ? "" : "; %d not supported, without effect on streams".formatted(aside);
    String unknown = open == 0 ? "" : "; %d cannot be determined from here".formatted(open);
    return switch (result()) {
      case "harmful" ->
          Severity.BAD.verdict(
              "the proxy is harmful",
              "%d of %d checks failed: %s%s".formatted(broken, all, names(found), unknown));
      case "harmless" ->
          Severity.GOOD.verdict(
              open > kept ? "no harm found" : "the proxy is harmless",
              "%d of %d checks passed%s%s".formatted(kept, all, noted, unknown));
      default ->
          Severity.WARN.verdict(
              "the proxy may be harmless", "no check failed%s".formatted(unknown));
    };
  }

  private static String names(ProxyTestResult found) {
    return found.of(CheckResult.BROKEN).stream()
        .map(each -> each.check().title())
        .collect(Collectors.joining(", "));
  }

  /// Returns each check; checks without a result come last, grouped by reason.
  public List<Verdict> findings() {
    Map<String, List<CheckFinding>> unknown =
        in.result().of(CheckResult.UNKNOWN).stream()
            .collect(
                Collectors.groupingBy(
                    CheckFinding::message, LinkedHashMap::new, Collectors.toList()));
    unknown.values().removeIf(alike -> alike.size() < 2);
    List<Verdict> findings = new ArrayList<>();
    for (CheckFinding finding : in.result().findings()) {
      if (finding.rating() != CheckResult.UNKNOWN || !unknown.containsKey(finding.message())) {
        findings.add(check(finding));
      }
    }
    unknown.forEach((why, alike) -> findings.add(together(why, alike)));
    return findings;
  }

  private static Verdict together(String why, List<CheckFinding> alike) {
    String names =
        alike.stream().map(each -> each.check().title()).collect(Collectors.joining(", "));
    String message =
        "cannot determine %s: %s".formatted(names, why.replaceFirst("^cannot determine: ", ""));
    return severity(CheckResult.UNKNOWN).verdict(alike.size() + " checks", message);
  }

  private static Verdict check(CheckFinding found) {
    return severity(found.rating())
        .verdict(
            found.check().title(),
            found.message(),
            found.remedy().isEmpty() ? "" : "fix: " + found.remedy());
  }

  private static Severity severity(CheckResult rating) {
    return switch (rating) {
      case KEPT -> Severity.GOOD;
      case BROKEN -> Severity.BAD;
      case NOTED -> Severity.PLAIN;
      case UNKNOWN -> Severity.OPEN;
    };
  }

  /// A difference in milliseconds, with its sign.
  public static String added(double millis) {
    double size = Math.abs(millis);
    String text = String.format(Locale.ROOT, size < 10 ? "%.2f ms" : "%.0f ms", size);
    return (millis < 0 ? "−" : "+") + text;
  }

  /// Returns the summary for all outputs.
  public Summary summary() {
    ProxyTestResult found = in.result();
    List<List<Table.Cell>> rows = found.delays().added().stream().map(HopSentences::row).toList();
    return new Summary(
        "hop",
        List.of(new Fact("direct", found.direct()), new Fact("via", found.via())),
        List.of(found.via() + " in front of " + found.direct()),
        List.of(List.of(verdict()), findings()),
        List.of(
            new Summary.Section(
                "", Figures.counted(found.delays().pairs(), "pair"), new Table(DELAYS, rows))),
        notes(),
        false,
        checks(),
        next());
  }

  /// Returns the notes of the run, and one on pairs that do not count.
  public List<String> notes() {
    Delays delays = in.result().delays();
    List<String> notes = new ArrayList<>(in.notes());
    if (delays.voided() > 0) {
      notes.add(
          "%d of %s do not count, because the client was the bottleneck: use more cores or a quieter machine"
              .formatted(
                  delays.voided(), Figures.counted(delays.pairs() + delays.voided(), "pair")));
    }
    return notes;
  }

  private static List<Table.Cell> row(Delays.Added each) {
    return Table.row(
        each.figure().title(),
        Figures.duration(each.directMillis()),
        Figures.duration(each.viaMillis()),
        added(each.addedMillis()),
        added(each.lowMillis()) + " to " + added(each.highMillis()));
  }

  /// Returns a case for each check, and one for the verdict.
  private List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    for (CheckFinding each : in.result().findings()) {
      Check.Outcome outcome =
          switch (each.rating()) {
            case KEPT, NOTED -> Check.Outcome.PASSED;
            case BROKEN -> Check.Outcome.FAILED;
            case UNKNOWN -> Check.Outcome.SKIPPED;
          };
      checks.add(new Check(each.check().title(), outcome, each.message() + " " + each.remedy()));
    }
    boolean fails = in.result().conclusion() != Conclusion.GOOD || in.interrupted();
    checks.add(Check.ofVerdict(fails, verdict().headline()));
    return checks;
  }

  /// Returns the most useful next command.
  public NextStep next() {
    ProxyTestResult found = in.result();
    NextCommands commands = NextCommands.of(in.manifest(), "hop");
    if (found.failure() == null && !found.embedded() && !found.of(CheckResult.UNKNOWN).isEmpty()) {
      String via = commands.value("--via").orElse(found.via());
      return new NextStep(
          commands.without("--direct").again("--via=" + via, "--embedded=9100"),
          "runs every check: point the proxy at port 9100 of this machine for a minute");
    }
    return found.of(CheckResult.BROKEN).stream()
        .filter(each -> !each.remedy().isEmpty())
        .findFirst()
        .map(each -> new NextStep(commands.again(), "after this fix: " + each.remedy()))
        .orElseGet(() ->
            new NextStep("goodput report " + ShellText.join(List.of(in.dir().toString())), ""));
  }
}
