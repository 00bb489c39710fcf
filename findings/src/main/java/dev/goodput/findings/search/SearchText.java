package dev.goodput.findings.search;

import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.search.Verification;
import dev.goodput.report.Experiment;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.Figures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a search found, in words.
///
/// @param plan what was searched for
/// @param found what was found
public record SearchText(SearchPlan plan, SearchResult found) {
  private static final double WIDEST = 100;
  private static final double JUST = .999;

  List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>(ofEnding());
    verification()
        .ifPresent(verdict -> verdicts.add(verdict.severity() == Severity.GOOD ? 1 : 0, verdict));
    return verdicts;
  }

  /// The claim, what was found, and the verification; none where nothing can be claimed, as no
  /// level was sent at one rate.
  List<Experiment.Card> cards() {
    if (!found.claimable() || found.steps().isEmpty()) {
      return List.of();
    }
    SearchResult.Step last = found.steps().getLast();
    List<Experiment.Card> cards = new ArrayList<>();
    cards.add(
        new Experiment.Card(
            "Load to claim", plain(found.claim()), unit(), "lower bound of the interval"));
    boolean open = Double.isNaN(last.rate());
    String interval = interval(last, "").replace("  ", " ").strip();
    cards.add(
        new Experiment.Card(
            "Max goodput",
            open ? interval : Figures.number(last.rate()),
            unit(),
            open
                ? ""
                : "interval " + interval.substring(interval.indexOf('(') + 1).replace(")", "")));
    String share = Figures.plain(100 * plan.attainment());
    cards.add(new Experiment.Card("Arrivals within " + slo(), "≥ " + share, "%", "at the claim"));
    found
        .verification()
        .filter(_ -> found.checked(plan).filter(Verification.Verdict.ASIDE::equals).isEmpty())
        .ifPresent(check -> cards.add(verified(check)));
    cards.add(
        new Experiment.Card("Requests used", Figures.count(found.requests()), "", "by the search"));
    return cards;
  }

  private static Experiment.Card verified(Verification check) {
    String judged = "of " + Figures.counted(check.judged(), "arrival") + " at the claim";
    return new Experiment.Card(
        "Verification", Figures.number(100 * check.attainment()), "%", judged);
  }

  private List<Verdict> ofEnding() {
    return switch (found.ending()) {
      case REACHED -> List.of(figure(Severity.GOOD, ""));
      case AT_FLOOD -> List.of(figure(Severity.GOOD, atFlood()));
      case BUDGET -> found.steps().isEmpty() ? List.of(spent()) : List.of(wide(), spent());
      case UNDECIDED -> withFigure(undecided());
      case MISSED_UNLOADED -> List.of(alone());
      case FAILING -> withFigure(failing());
      case CLIENT_BOUND ->
          withFigure(
              Severity.BAD.verdict(
                  "client-bound",
                  found.reason(),
                  "Use more cores or a machine apart from the server's; do not quote these"
                      + " figures."));
      case UNSTABLE -> withFigure(Severity.BAD.verdict("unstable server", found.reason()));
      case INTERRUPTED ->
          withFigure(Severity.WARN.verdict("interrupted", interrupted(), found.reason()));
    };
  }

  private List<Verdict> withFigure(Verdict first) {
    return found.steps().isEmpty() ? List.of(first) : List.of(first, wide());
  }

  private Verdict wide() {
    return figure(Severity.WARN, "");
  }

  private Verdict figure(Severity severity, String more) {
    String meets = severity == Severity.GOOD ? "meets " : "perhaps meets ";
    String claim =
        found.claimable()
            ? "promise at most "
                + claim()
                + " ("
                + Figures.share(plan.attainment())
                + " of requests good)"
            : "nothing can be promised yet";
    return severity.verdict(meets + slo() + " " + limit(), claim, more);
  }

  /// `up to 18.9 requests/s (18.4 to 19.6)`, `up to at least 20.1 requests/s`.
  private String limit() {
    SearchResult.Step last = found.steps().getLast();
    String interval = interval(last, unit()).replace("–open", " or more").replace("–", " to ");
    boolean below = Double.isNaN(last.rate()) && Double.isNaN(last.low());
    return below ? "only " + interval : "up to " + interval;
  }

  private String atFlood() {
    boolean shown = found.low() >= JUST * found.flood();
    return (shown ? "It is met at " : "The limit seems to be at or above ")
        + Figures.number(found.flood())
        + " "
        + unit()
        + ", the highest rate that the server answers in a flood; more was not sent."
        + (found.settled() || plan.maxInFlight() > 0
            ? ""
            : " Larger floods might have been answered faster.");
  }

  private Verdict spent() {
    return Severity.WARN.verdict(
        "budget spent",
        Figures.counted(found.requests() - found.checkRequests(), "request")
            + " of "
            + Figures.count(plan.budgetRequests())
            + "; the next step did not fit",
        "A larger --budget makes the interval narrower.");
  }

  private Verdict undecided() {
    return Severity.WARN.verdict(
        "not decided",
        "the stored requests were sent for another SLO or share and do not decide this one",
        "Search again with this one.");
  }

  private Verdict failing() {
    return Severity.BAD.verdict(
        Figures.share(found.errorRate()) + " failed",
        "of the requests of the steered load, more than the " + allowed(),
        "A server that sheds load fails where it is full: --max-error-rate allows more.");
  }

  private Verdict alone() {
    SearchResult.Unloaded unloaded = found.unloaded();
    return Severity.BAD.verdict(
        "misses " + slo(),
        "without other load, only "
            + Figures.count(unloaded.good())
            + " of "
            + Figures.counted(unloaded.judged(), "request")
            + " met it",
        "No load is low enough: use a looser --slo, shorter prompts or a faster server.");
  }

  private String interrupted() {
    int known = found.steps().size();
    return known == 0 ? "before there was anything to estimate from" : "after " + segments(known);
  }

  /// Returns the verdict on a claim; the result for another load appears only with the evidence.
  private Optional<Verdict> verification() {
    Optional<Verdict> tested = found.verification().flatMap(check -> verdict(check, text(check)));
    boolean left = tested.isEmpty() && found.claims() && !found.unverified().isEmpty();
    return left ? Optional.of(unverified()) : tested;
  }

  private Verdict unverified() {
    return Severity.WARN.verdict(
        "not verified",
        "the load at the claim did not finish: " + found.unverified(),
        "What was found before remains valid.");
  }

  private String text(Verification check) {
    return "%s of %s at %s %s were good, measured with new requests (%s to %s)"
        .formatted(
            Figures.share(check.attainment()),
            Figures.counted(check.judged(), "arrival"),
            plain(check.rate()),
            unit(),
            Figures.share(check.low()),
            Figures.share(check.high()));
  }

  private Optional<Verdict> verdict(Verification check, String text) {
    return switch (found.checked(plan).orElse(Verification.Verdict.ASIDE)) {
      case KEPT -> Optional.of(Severity.GOOD.verdict("verified", text));
      case OPEN -> Optional.of(Severity.WARN.verdict("not verified", text + open(check)));
      case MISSED ->
          Optional.of(
              Severity.BAD.verdict(
                  "claim missed",
                  text,
                  "Use this figure. Find out what changed, and search again."));
      case FAILING -> Optional.of(failing(check, text));
      case ASIDE -> Optional.empty();
    };
  }

  private Verdict failing(Verification check, String text) {
    return check.unanswered()
        ? Severity.BAD.verdict("failed at the claim", found.unverified(), text)
        : Severity.BAD.verdict(
            Figures.share(check.errorRate()) + " failed",
            "when sent at the claim, more than the " + allowed(),
            text);
  }

  private String allowed() {
    return Figures.share(plan.maxErrorRate()) + " that are allowed";
  }

  private String open(Verification check) {
    if (!check.late(plan)) {
      return check.errorRate() > plan.maxErrorRate()
          ? "; " + Figures.share(check.errorRate()) + " failed, perhaps by chance"
          : "; perhaps by chance";
    }
    return check.clientBound().isEmpty()
        ? "; the client's schedule lag p99 was " + Figures.duration(check.lagP99Millis())
        : "; the client was the bottleneck: " + check.clientBound();
  }

  private String slo() {
    String name = plan.slo().name();
    return name == null ? "the SLO" : name;
  }

  private String requested() {
    return "±" + Figures.plain(100 * plan.tolerance()) + " % was requested";
  }

  /// How wide the interval is, and how many requests it took; nothing where there is none.
  Optional<String> effort() {
    return found.steps().isEmpty()
        ? Optional.empty()
        : Optional.of(
            Figures.counted(found.requests(), "request") + "; " + width() + ", " + requested());
  }

  private String width() {
    double percent = 100 * found.halfWidth();
    if (Double.isNaN(percent)) {
      return "the limit is outside the loads that were sent";
    }
    if (percent > WIDEST) {
      return "the interval is practically open";
    }
    return Double.isNaN(found.high())
        ? "the interval reaches "
            + Figures.number(100 * (1 - found.low() / found.rate()))
            + " % down and is open above"
        : "the interval is ±" + Figures.number(percent) + " % wide";
  }

  /// What arrives: `requests/s`, or `sessions/s` where a session has several turns.
  String unit() {
    return unit(found.turns());
  }

  /// What arrives: `requests/s`, or `sessions/s` where a session has several turns.
  ///
  /// @param turns of a session, on average
  public static String unit(double turns) {
    return turns > 1 ? "sessions/s" : "requests/s";
  }

  /// Returns a number of segments, in words.
  public static String segments(int number) {
    return Figures.count(number) + (number == 1 ? " segment" : " segments");
  }

  /// Returns the estimate after a segment: `18.9 requests/s (18.4–19.6)`, `at least 20.1
  /// requests/s`.
  public static String interval(SearchResult.Step step, String unit) {
    if (Double.isNaN(step.rate())) {
      return beyond(step, unit);
    }
    boolean open = !(step.high() <= WIDEST * step.rate());
    return Figures.number(step.rate())
        + " "
        + unit
        + " ("
        + (step.low() * WIDEST < step.rate() ? "0" : low(step))
        + "–"
        + (open ? "open" : Figures.number(step.high()))
        + ")";
  }

  // As the claim is rounded, which is this bound.
  private static String low(SearchResult.Step step) {
    return Figures.number(SearchResult.roundedDown(step.low()));
  }

  private static String beyond(SearchResult.Step step, String unit) {
    if (!Double.isNaN(step.low())) {
      return "at least " + low(step) + " " + unit;
    }
    return Double.isNaN(step.high())
        ? "not known yet"
        : "below " + Figures.number(step.high()) + " " + unit;
  }

  private String claim() {
    return plain(found.claim()) + " " + unit();
  }

  // As an option takes it: no groups, all digits.
  private static String plain(double rate) {
    return BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString();
  }
}
