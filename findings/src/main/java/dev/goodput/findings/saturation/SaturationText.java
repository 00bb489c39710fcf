package dev.goodput.findings.saturation;

import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.saturation.Cliff;
import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.Growth;
import dev.goodput.metrics.saturation.Knee;
import dev.goodput.metrics.saturation.LoadAxis;
import dev.goodput.metrics.saturation.Retention;
import dev.goodput.metrics.saturation.SaturationPoint;
import dev.goodput.metrics.saturation.SaturationResult;
import dev.goodput.metrics.saturation.Throughput;
import dev.goodput.report.Experiment;
import dev.goodput.report.NextCommands;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.Verdicts;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the levels showed, in words.
///
/// @param found what they showed
/// @param slo name or expression of the SLO, empty without one
/// @param conclusion the conclusion
record SaturationText(SaturationResult found, String slo, Conclusion conclusion) {
  private static final double MIN_MORE = .005;
  private static final double HOLDS = 0.9;
  private static final String TO_ITS_END = "let it run to its end";
  private static final String WHAT_WAS_OVER = "The result covers the finished levels.";
  private static final String ONCE_IT_RUNS = "once the server runs again";
  private static final MathContext HALF_WIDTH = new MathContext(2);

  List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    if (judged() == SaturationResult.Ending.CLIENT_BOUND) {
      atOnce().ifPresent(verdicts::add);
    }
    ending().ifPresent(verdicts::add);
    curve().saturation().map(this::saturated).ifPresent(verdicts::add);
    curve().knee().map(this::knee).ifPresent(verdicts::add);
    curve().cliff().map(this::cliff).ifPresent(verdicts::add);
    retained().ifPresent(verdicts::add);
    bestKept().map(this::kept).ifPresent(verdicts::add);
    brokenOff().ifPresent(verdicts::add);
    if (verdicts.isEmpty()) {
      verdicts.add(Severity.WARN.verdict("nothing found", found.reason()));
    }
    return verdicts;
  }

  /// The loads that stand out, each with its output.
  List<Experiment.Card> cards() {
    List<Experiment.Card> cards = new ArrayList<>();
    bestKept().map(at -> card("Highest load within " + slo, at)).ifPresent(cards::add);
    curve().knee().map(knee -> card("Knee", knee.at())).ifPresent(cards::add);
    curve().saturation().map(point -> card("Saturation point", point.at())).ifPresent(cards::add);
    curve().peak().map(at -> card("Peak", at)).ifPresent(cards::add);
    return cards;
  }

  private Experiment.Card card(String name, CurvePoint at) {
    String load = name(at);
    String unit = load.substring(load.indexOf(' ') + 1);
    String value = Figures.plain(at.load());
    return new Experiment.Card(name, value, unit, Figures.number(at.tps()) + " output tok/s");
  }

  private Curve curve() {
    return found.curve();
  }

  private String name(CurvePoint point) {
    return found.axis().text(point.load());
  }

  /// What comes before any figure; empty where it ended as it should.
  private Optional<Verdict> ending() {
    return switch (judged()) {
      case SATURATED, FAILING -> atOnce().or(this::unseen);
      case TOP -> atOnce().or(() -> Optional.of(top()));
      case CLIENT_BOUND ->
          Optional.of(
              Severity.BAD.verdict(
                  "client-bound",
                  found.reason(),
                  "Use more cores or a machine apart from the server's; do not quote the figures"
                      + " from there on."));
      case UNSTABLE ->
          Optional.of(
              Severity.BAD.verdict(
                  "unstable server",
                  found.reason(),
                  found.brokenOff() == null ? "" : WHAT_WAS_OVER));
      case NOT_JUDGED -> Optional.of(Severity.BAD.verdict("nothing was judged", found.reason()));
      case INTERRUPTED ->
          Optional.of(
              Severity.WARN.verdict(
                  "interrupted", found.reason(), "The figures cover the finished levels."));
    };
  }

  /// The ending, but for a load in between that showed the end behind a climb to the top, as of one
  /// that was killed there.
  private SaturationResult.Ending judged() {
    boolean flat =
        curve()
            .saturation()
            .filter(point -> point.from().containsKey(SaturationPoint.Reason.FLAT))
            .isPresent();
    return flat && found.ending() == SaturationResult.Ending.TOP
        ? SaturationResult.Ending.SATURATED
        : found.ending();
  }

  /// By another SLO, or another warm-up, no level may show the end that was seen.
  private Optional<Verdict> unseen() {
    return curve().saturation().isPresent()
        ? Optional.empty()
        : Optional.of(
            Severity.WARN.verdict(
                "not saturated",
                "the run ended because " + found.reason() + ", which these figures do not show"));
  }

  private Verdict top() {
    return Severity.WARN.verdict(
        curve().saturation().isPresent() ? "output may still grow" : "not saturated",
        found.reason() + ", and output may grow with more",
        partly(heaviest())
            ? advice(SaturationPoint.Doubt.LONG_SESSIONS)
            : "Try a heavier load with --to.");
  }

  private @Nullable CurvePoint heaviest() {
    List<CurvePoint> believed = curve().believed();
    return believed.isEmpty() ? null : believed.getLast();
  }

  /// Whether sessions stayed too long for all of a load to come.
  private boolean partly(@Nullable CurvePoint point) {
    return point != null
        && found.axis() == LoadAxis.SESSION_RATE
        && point.growth() == Growth.UNDECIDED;
  }

  /// What makes even the lightest load too much; empty where it is not.
  private Optional<Verdict> atOnce() {
    return switch (conclusion) {
      case TOO_MANY_FAILURES ->
          Optional.of(
              Severity.BAD.verdict(
                  "fails at once",
                  "at the lightest load "
                      + Figures.share(lightest().errorRate())
                      + " of requests failed: "
                      + Verdicts.byOutcome(lightest().level()),
                  "No load is light enough: find out why with goodput bench --concurrency 1."));
      case SLO_MISSED ->
          Optional.of(
              Severity.BAD.verdict(
                  "misses " + slo,
                  "even at " + name(lightest()),
                  "No load is light enough: use a looser --slo, shorter prompts or a faster"
                      + " server."));
      default -> Optional.empty();
    };
  }

  /// The lightest load that was judged; one that fails is, however late the client was.
  private CurvePoint lightest() {
    return (curve().failsAtOnce() ? curve().points() : curve().believed()).getFirst();
  }

  private Verdict saturated(SaturationPoint point) {
    CurvePoint before = point.before();
    List<String> there = new ArrayList<>();
    List<String> parts = new ArrayList<>();
    point
        .from()
        .forEach((reason, from) -> {
          if (from.equals(point.at())) {
            there.add(reason(reason, from));
          } else {
            parts.add("from %s on, %s".formatted(name(from), reason(reason, from)));
          }
        });
    parts.addFirst(
        "from there on, "
            + String.join(" and ", there)
            + (before == null ? "" : " (not yet at " + name(before) + ")"));
    String figures = output(point.at().throughput()) + " output tok/s";
    String reasons = String.join("; ", parts);
    String at = "saturated at " + name(point.at());
    SaturationPoint.Doubt doubt = point.doubt();
    return doubt == null
        ? Severity.PLAIN.verdict(
            at, figures, reasons.substring(0, 1).toUpperCase(Locale.ROOT) + reasons.substring(1))
        : Severity.WARN.verdict("perhaps " + at, figures + "; " + reasons, advice(doubt));
  }

  private static String advice(SaturationPoint.Doubt doubt) {
    return switch (doubt) {
      case NOISE ->
          "The levels are too noisy to decide: run goodput bench at both loads, with more"
              + " requests.";
      case LONG_SESSIONS ->
          "Sessions are too long for the whole load to be sent, so the saturation point may be"
              + " lower: use a --level-time of at least six times a session.";
    };
  }

  private Optional<Verdict> brokenOff() {
    return Optional.ofNullable(found.brokenOff())
        .filter(_ -> found.ending() != SaturationResult.Ending.UNSTABLE)
        .map(why ->
            Severity.WARN.verdict(
                "broken off",
                "the levels that refine the result after the heaviest load: " + why,
                WHAT_WAS_OVER));
  }

  private String reason(SaturationPoint.Reason reason, CurvePoint from) {
    return switch (reason) {
      case FLAT -> "more load brings " + more(from) + " output";
      case SLO -> (slo.isEmpty() ? "the SLO" : slo) + " is missed";
      case BACKLOG -> "requests pile up";
      case FAILING -> "too many requests fail";
    };
  }

  /// What noise hides is not shown to be nothing.
  private String more(CurvePoint from) {
    double most = curve().largestPossibleGain(from);
    return most >= MIN_MORE ? "at most " + Figures.share(most) + " more" : "no more";
  }

  /// An output with half the width of its interval, as exact as that is.
  static String output(Throughput throughput) {
    double half = throughput.halfWidth();
    return Figures.number(throughput.tps())
        + (Double.isNaN(half)
            ? ""
            : " ±" + Figures.plain(new BigDecimal(half).round(HALF_WIDTH).doubleValue()));
  }

  private Verdict knee(Knee knee) {
    return Severity.PLAIN.verdict(
        "knee at " + name(knee.at()),
        "beyond it, each further %s adds at most %s tok/s; up to %s, each adds %s"
            .formatted(
                unit(),
                Figures.number(Math.max(0, knee.gainAfter())),
                name(curve().believed().getFirst()),
                Figures.number(knee.firstGain())));
  }

  private String unit() {
    return switch (found.axis()) {
      case CONCURRENCY -> "user";
      case RATE -> "request/s";
      case SESSION_RATE -> "session/s";
    };
  }

  private Verdict cliff(Cliff cliff) {
    return Severity.WARN.verdict(
        "cliff at " + name(cliff.at()),
        "output is %s less than at its peak, %s tok/s at %s"
            .formatted(
                Figures.share(cliff.drop()),
                Figures.number(cliff.peak().tps()),
                name(cliff.peak())));
  }

  private Optional<Verdict> retained() {
    List<Retention> all = curve().retained();
    if (all.isEmpty()) {
      return Optional.empty();
    }
    boolean holds = all.stream().allMatch(each -> each.share() >= HOLDS);
    String text =
        all.stream()
            .map(each ->
                "%s of the %s at %s, %s × the saturation load"
                    .formatted(
                        Figures.share(each.share()),
                        each.goodput() ? "goodput" : "output",
                        name(each.at()),
                        Figures.plain(each.factor())))
            .collect(Collectors.joining("; "));
    return Optional.of(
        holds
            ? Severity.PLAIN.verdict("holds past saturation", "it retains " + text)
            : Severity.WARN.verdict(
                "degrades past saturation",
                "it retains " + text,
                "Limit the load in front of the server."));
  }

  /// The heaviest load up to which all that were tried keep the SLO.
  Optional<CurvePoint> bestKept() {
    return curve().believed().stream()
        .takeWhile(point -> Boolean.TRUE.equals(point.level().sloMet()))
        .reduce((first, last) -> last);
  }

  private Verdict kept(CurvePoint point) {
    String loads = "up to " + name(point) + " of the loads that were tried";
    return partly(point)
        ? Severity.WARN.verdict(
            "perhaps meets " + slo,
            loads + ", but not all of this load was sent",
            advice(SaturationPoint.Doubt.LONG_SESSIONS))
        : Severity.GOOD.verdict(
            "meets " + slo, loads, "To claim a load, with an interval, use goodput search.");
  }

  private NextStep further(NextCommands commands) {
    if (found.brokenOff() != null && (curve().saturation().isPresent() || partly(heaviest()))) {
      return new NextStep(commands.again(), TO_ITS_END);
    }
    String wanted =
        partly(heaviest())
            ? commands.doubled("--level-time", "3m")
            : commands.doubled("--to", heaviestTyped());
    return new NextStep(commands.again(wanted), "where does it saturate?");
  }

  /// The default of `--to`, or the heaviest load where that depends on the server.
  private String heaviestTyped() {
    CurvePoint heaviest = heaviest();
    return found.axis() == LoadAxis.CONCURRENCY || heaviest == null
        ? "1024"
        : new BigDecimal(heaviest.load()).round(HALF_WIDTH).toPlainString();
  }

  /// An SLO; of whole answers nothing but their time can be bounded.
  private String wanted(NextCommands commands) {
    String usual = commands.target().contains("--no-stream") ? "e2el<=10s" : "chat";
    return slo.isEmpty() ? usual : slo;
  }

  NextStep next(NextCommands commands) {
    return switch (judged()) {
      case CLIENT_BOUND ->
          curve().failsAtOnce() ? new NextStep(commands.again(), ONCE_IT_RUNS) : NextStep.SELFTEST;
      case UNSTABLE -> new NextStep(commands.again(), ONCE_IT_RUNS);
      case NOT_JUDGED ->
          new NextStep(
              commands.again(commands.doubled("--level-time", "3m")), "with longer levels");
      case INTERRUPTED -> new NextStep(commands.again(), TO_ITS_END);
      case TOP -> further(commands);
      case SATURATED, FAILING ->
          new NextStep(
              commands.on("search", "--slo=" + wanted(commands)), "which load meets an SLO?");
    };
  }
}
