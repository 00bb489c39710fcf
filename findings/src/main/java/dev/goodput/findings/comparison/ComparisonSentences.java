package dev.goodput.findings.comparison;

import dev.goodput.findings.comparison.ComparisonInput.SideVerdict;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.Difference;
import dev.goodput.metrics.comparison.FalseAlarms;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.metrics.comparison.StoredSideRuns;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// A comparison in words.
///
/// @param in the comparison
public record ComparisonSentences(ComparisonInput in) {
  private static final double CONFIDENCE = .95;

  /// What was found, most important first.
  public List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    if (!in.losses().isEmpty()) {
      String lost = SafeText.text(String.join("; ", in.losses()));
      verdicts.add(Severity.BAD.verdict("not all was kept", lost));
    }
    if (in.interrupted()) {
      verdicts.add(
          Severity.WARN.verdict(
              "interrupted", "a signal ended it early", "The figures cover the finished pairs."));
    }
    if (in.conclusion() == Conclusion.CLIENT_BOUND) {
      verdicts.add(clientBound());
      return verdicts;
    }
    SideVerdict side = in.side();
    if (side != null) {
      verdicts.add(Severity.BAD.verdict(side.title(), side.why()));
    }
    if (side == null || in.both()) {
      verdicts.add(
          in.requested().question() == ComparisonInput.Question.GATE ? gate() : compared());
      if (!in.paired()) {
        verdicts.add(
            Severity.PLAIN.verdict(
                "cause unknown",
                "anything else that changed between the two measurements is part of the"
                    + " difference"));
      }
    }
    alarms().ifPresent(verdicts::add);
    if (!in.reason().isEmpty() && !in.interrupted() && side == null) {
      verdicts.add(Severity.WARN.verdict("ended early", in.reason()));
    }
    return verdicts;
  }

  private Verdict clientBound() {
    String where = in.paired() ? "in each pair" : "in each run of B";
    return Severity.BAD.verdict(
        "client-bound",
        where + ": " + voided(),
        "Use a lower rate or more cores; do not quote these figures.");
  }

  private String voided() {
    return in.rows().stream()
        .map(PairRow::voided)
        .filter(why -> !why.isEmpty())
        .findFirst()
        .orElse("");
  }

  private Verdict gate() {
    return switch (in.gate().verdict()) {
      case OK ->
          new Verdict(
              in.side() == null ? Severity.GOOD : Severity.PLAIN,
              in.side() == null ? "gate passed" : "no slower",
              "B is " + bounds("at most %s worse in %s", in.requested().stages().rule().metrics()),
              "");
      case REGRESSED ->
          Severity.BAD.verdict(
              "gate failed", "B regressed: " + regressed(in.gate().first()), again());
      case INCONCLUSIVE ->
          Severity.WARN.verdict("inconclusive", open(), new NextAfterComparison(in).settling());
    };
  }

  /// The regressed metrics, grouped by their limit: `TTFT p50 +6.6 %, TPOT p50 +7.1 % (limit 2 %)`.
  private String regressed(GateStage stage) {
    Map<String, List<String>> byBound = new LinkedHashMap<>();
    stage.metrics().stream()
        .filter(each -> each.verdict() == GateVerdict.REGRESSED)
        .map(GateStage.Judged::difference)
        .forEach(each ->
            byBound
                .computeIfAbsent(bound(each.metric()), bound -> new ArrayList<>())
                .add(name(each.metric()) + " " + worse(each)));
    return byBound.entrySet().stream()
        .map(each -> "%s (limit %s)".formatted(String.join(", ", each.getValue()), each.getKey()))
        .collect(Collectors.joining("; "));
  }

  private static String worse(Difference difference) {
    return difference.known()
        ? change(difference)
        : "(worse %s; %s)"
            .formatted(
                difference.paired() ? "in most pairs" : "by the ranks of the runs",
                range(difference));
  }

  private String again() {
    GateStage fresh = in.gate().confirmation();
    if (fresh == null) {
      return "";
    }
    String confirmed = "Confirmed by " + Figures.counted(in.again().size(), "new pair");
    boolean all = fresh.regressed().equals(in.gate().first().regressed());
    return confirmed + (all ? "" : ": " + names(fresh.regressed()));
  }

  private String open() {
    List<String> open =
        in.gate().first().metrics().stream()
            .filter(each -> each.verdict() == GateVerdict.INCONCLUSIVE)
            .map(each -> name(each.difference().metric()) + " " + interval(each.difference()))
            .toList();
    int counted = in.counted().size();
    if (in.paired() && counted < GateRule.MIN_RUNS) {
      return "%s of %d that were planned, and fewer than %d prove nothing"
          .formatted(
              Figures.counted(counted, "pair"), in.requested().stages().pairs(), GateRule.MIN_RUNS);
    }
    if (in.gate().first().verdict() == GateVerdict.REGRESSED) {
      String seen =
          in.gate().singleStage()
              ? "the finished part looks regressed, but more was planned: "
              : "the first pairs look regressed, but new pairs did not confirm it: ";
      return seen + regressed(in.gate().first());
    }
    return open.isEmpty()
        ? "fewer " + (in.paired() ? "pairs" : "runs") + " count than were planned"
        : "the runs vary too much to show whether B is within the limit (%s): %s"
            .formatted(bounds("%s for %s", openMetrics()), String.join("; ", open));
  }

  private Verdict compared() {
    List<GateStage.Judged> all = in.gate().first().metrics();
    List<Difference> differences = all.stream().map(GateStage.Judged::difference).toList();
    double[] ps = Difference.pDifferent(differences);
    boolean few = in.paired() && in.counted().size() < GateRule.MIN_RUNS;
    if (few || differences.stream().noneMatch(Difference::testable)) {
      String count = Figures.counted(in.counted().size(), "pair");
      return Severity.WARN.verdict(
          "too few pairs", "%s prove nothing, it takes %d".formatted(count, GateRule.MIN_RUNS));
    }
    List<Difference> sure =
        differences.stream()
            .filter(each -> ps[differences.indexOf(each)] <= 1 - CONFIDENCE)
            .toList();
    return sure.isEmpty()
        ? Severity.PLAIN.verdict(
            "no difference shown",
            "in " + names(in.requested().stages().rule().metrics()),
            catches(differences))
        : differs(sure);
  }

  /// Of a trade both halves, and neither as the whole.
  private Verdict differs(List<Difference> sure) {
    String worse = listed(sure.stream().filter(Difference::worse).toList());
    String better = listed(sure.stream().filter(each -> !each.worse()).toList());
    if (!worse.isEmpty() && !better.isEmpty()) {
      return Severity.WARN.verdict("B differs from A", "better: " + better + "; worse: " + worse);
    }
    boolean time = sure.stream().allMatch(each -> isTime(each.metric()));
    return worse.isEmpty()
        ? Severity.GOOD.verdict("B is " + (time ? "faster" : "better") + " than A", better)
        : Severity.WARN.verdict("B is " + (time ? "slower" : "worse") + " than A", worse);
  }

  private static boolean isTime(ComparedMetric metric) {
    return !metric.isShare() && !metric.moreIsBetter();
  }

  /// Without intervals where there are any: the table has them.
  private static String listed(List<Difference> differences) {
    return differences.stream()
        .map(each -> name(each.metric()) + " " + (each.known() ? change(each) : interval(each)))
        .collect(Collectors.joining(", "));
  }

  /// What so many pairs would have caught, where they slow one of the metrics.
  private String catches(List<Difference> differences) {
    double widest = widest(differences, false);
    if (widest == 0) {
      return "The pairs are identical, as they can be in virtual time: that shows nothing"
          + " about a real machine.";
    }
    double points = widest(differences, true);
    String shares = points > 0 ? ", and a share that is worse by " + points(rounded(points)) : "";
    return Double.isFinite(widest)
        ? "This many pairs detect a slowdown of %s%s in any metric four times in five."
            .formatted(Figures.share(rounded(widest)), shares)
        : "";
  }

  /// By the test that is made of them: of two sides, and corrected for the whole set.
  private static double widest(List<Difference> differences, boolean shares) {
    double confidence = 1 - (1 - CONFIDENCE) / (2 * differences.size());
    return differences.stream()
        .filter(each -> each.known() && each.metric().isShare() == shares)
        .mapToDouble(each -> each.detectable(0, confidence, Math.max(2, each.runs())))
        .max()
        .orElse(Double.NaN);
  }

  private static double rounded(double share) {
    return Math.round(1000 * share) / 1000.0;
  }

  private Optional<Verdict> alarms() {
    FalseAlarms alarms = in.alarms();
    if (alarms == null) {
      return Optional.empty();
    }
    boolean few = alarms.pairs() < 2 * alarms.perStage();
    String confirmed =
        alarms.confirmed().isPresent()
            ? ", " + Figures.share(alarms.confirmed().getAsDouble()) + " after a confirmation"
            : "";
    return Optional.of(
        new Verdict(
            alarms.firstStage() > 1 - CONFIDENCE ? Severity.WARN : Severity.GOOD,
            "false alarms",
            "the gate would report this set-up as regressed against itself in "
                + Figures.share(alarms.firstStage())
                + " of stages of "
                + alarms.perStage()
                + " pairs ("
                + allowed()
                + " allowed)"
                + confirmed,
            "Drawn from "
                + Figures.counted(alarms.pairs(), "pair")
                + ", either way round"
                + (few ? ": a rough figure, more --pairs make it a better one." : ".")));
  }

  /// What may be claimed, in a sentence.
  public String claim() {
    return in.paired()
        ? "Both servers got the same requests "
            + order()
            + ". A difference comes from the servers, or from something else that changed between"
            + " two runs."
        : (in.gate().first().verdict() == GateVerdict.REGRESSED
                ? "You can claim that these runs differ from the stored ones, but not why: anything"
                : "The comparison shows no cause: anything")
            + " else that changed in between is included.";
  }

  /// In a closed loop answers set the pace.
  private String order() {
    return in.closed()
        ? "in the same order, one server after the other. In a given time the faster server gets"
            + " more of them"
        : "with the same timing, one server after the other";
  }

  private String allowed() {
    return Figures.share(in.requested().stages().rule().delta());
  }

  /// By bound: `2 % for TTFT p50 and TPOT p50, 1 point for error rate`.
  private String bounds(String form, List<ComparedMetric> metrics) {
    Map<String, List<ComparedMetric>> byBound = new LinkedHashMap<>();
    metrics.forEach(
        each -> byBound.computeIfAbsent(bound(each), bound -> new ArrayList<>()).add(each));
    return byBound.entrySet().stream()
        .map(each -> form.formatted(each.getKey(), names(each.getValue())))
        .collect(Collectors.joining(", "));
  }

  private List<ComparedMetric> openMetrics() {
    return in.gate().first().metrics().stream()
        .filter(each -> each.verdict() == GateVerdict.INCONCLUSIVE)
        .map(each -> each.difference().metric())
        .toList();
  }

  private String bound(ComparedMetric metric) {
    double allowed = in.requested().stages().rule().allowed(metric);
    return metric.isShare() ? points(allowed) : Figures.share(allowed);
  }

  private static String names(List<ComparedMetric> metrics) {
    List<String> names = metrics.stream().map(ComparisonSentences::name).toList();
    return names.size() == 1
        ? names.getFirst()
        : String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
  }

  /// `TTFT p95`, `output tok/s`, `error rate`.
  public static String name(ComparedMetric metric) {
    return switch (metric) {
      case OUTPUT_TPS -> "output tok/s";
      case REQUEST_GOODPUT -> "good requests/s";
      case TOKEN_GOODPUT -> "good tok/s";
      case ATTAINMENT -> "attainment";
      case ERROR_RATE -> "error rate";
      default -> {
        String[] parts = metric.key().split("_", 2);
        yield parts[0].toUpperCase(Locale.ROOT) + " " + parts[1];
      }
    };
  }

  /// `+5.2 %`, `−0.3 %`, `+0.4 points`: above 0 is worse.
  public static String change(Difference difference) {
    return difference.hasRunsAtZero()
        ? "no mean"
        : signed(difference.metric(), difference.slowdown());
  }

  /// `+5.2 % (+3.1 to +7.4 %)`.
  public static String interval(Difference difference) {
    return difference.known() || difference.hasRunsAtZero()
        ? change(difference) + " (" + range(difference) + ")"
        : change(difference);
  }

  /// `+3.1 to +7.4 %`, at 95 %; where there is no mean, how many have none of it: `none: B 1/5, A
  /// 1/8`.
  public static String range(Difference difference) {
    if (difference.hasRunsAtZero()) {
      return nothing(difference);
    }
    if (!difference.known()) {
      return "unknown";
    }
    ComparedMetric metric = difference.metric();
    String low = signed(metric, difference.low(CONFIDENCE));
    String high = signed(metric, difference.high(CONFIDENCE));
    return low.substring(0, low.indexOf(' ')) + " to " + high;
  }

  private static String nothing(Difference difference) {
    StoredSideRuns stored = difference.stored();
    int before = stored == null ? difference.runs() : stored.runs();
    List<String> sides = new ArrayList<>();
    if (difference.runsAtZero() > 0) {
      sides.add("B %d/%d".formatted(difference.runsAtZero(), difference.runs()));
    }
    if (difference.baselineRunsAtZero() > 0) {
      sides.add("A %d/%d".formatted(difference.baselineRunsAtZero(), before));
    }
    return "none: " + String.join(", ", sides);
  }

  private static String signed(ComparedMetric metric, double slowdown) {
    if (Double.isNaN(slowdown)) {
      return "unknown";
    }
    String unit = metric.isShare() ? " points" : " %";
    double value = 100 * slowdown;
    String form = Math.abs(value) < 100 ? "%+.1f" : "%+,.0f";
    return String.format(Locale.ROOT, form, value).replace('-', '−') + unit;
  }

  private static String points(double share) {
    return Figures.plain(100 * share) + (share == .01 ? " point" : " points");
  }

  /// A figure in its unit.
  public static String figure(ComparedMetric metric, double value) {
    if (Double.isNaN(value)) {
      return "–";
    }
    return switch (metric) {
      case ATTAINMENT, ERROR_RATE -> Figures.share(value);
      case OUTPUT_TPS, REQUEST_GOODPUT, TOKEN_GOODPUT -> Figures.number(value);
      default -> Figures.duration(value);
    };
  }
}
