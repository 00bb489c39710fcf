package dev.goodput.findings.search;

import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.search.Segment;
import dev.goodput.metrics.search.Verification;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.Experiment;
import dev.goodput.report.NextCommands;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.TextLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A search for the highest load that keeps an SLO.
///
/// @param plan what was searched for
/// @param found what was found
/// @param level the last level of the steered load, from 0; -1 where there is none
/// @param clientBound why the client was the bottleneck under the steered load, empty where it was
///   not
/// @param checkBound the same of the claim's verification
/// @param left whether it can be resumed: it was interrupted or killed, or its server failed
/// @param run where it is kept
public record SearchExperiment(
    SearchPlan plan,
    SearchResult found,
    int level,
    String clientBound,
    String checkBound,
    boolean left,
    Path run)
    implements Experiment {
  private static final String WHY_THEY_FAIL = "once you know why requests fail";
  private static final double CONFIDENCE = .95;
  private static final int MAX_STEPS = 12;
  private static final int FIRST_STEPS = 3;

  @Override
  public String command() {
    return "search";
  }

  @Override
  public JsonObject document() {
    return fields(plan, shownResult());
  }

  @Override
  public List<Verdict> verdicts() {
    return new SearchText(plan, shownResult()).verdicts();
  }

  /// What was found, as far as the client can be believed.
  private SearchResult shownResult() {
    SearchResult checked =
        checkBound.isEmpty() ? found : found.withClientBoundVerification(checkBound);
    return switch (found.ending()) {
      case REACHED, AT_FLOOD, BUDGET, UNDECIDED ->
          clientBound.isEmpty() ? checked : checked.late(clientBound);
      case MISSED_UNLOADED, FAILING, CLIENT_BOUND, UNSTABLE, INTERRUPTED -> checked;
    };
  }

  @Override
  public List<Card> cards() {
    return new SearchText(plan, shownResult()).cards();
  }

  @Override
  public Conclusion conclusion() {
    return switch (shownResult().ending()) {
      case REACHED, AT_FLOOD -> verified(Conclusion.GOOD);
      case BUDGET, UNDECIDED -> verified(Conclusion.INCONCLUSIVE);
      case INTERRUPTED -> Conclusion.INCONCLUSIVE;
      case MISSED_UNLOADED -> Conclusion.SLO_MISSED;
      case CLIENT_BOUND -> Conclusion.CLIENT_BOUND;
      case UNSTABLE, FAILING -> Conclusion.TOO_MANY_FAILURES;
    };
  }

  private Conclusion verified(Conclusion unlessMissed) {
    return switch (shownResult().checked(plan).orElse(Verification.Verdict.ASIDE)) {
      case KEPT, ASIDE -> found.unverified().isEmpty() ? unlessMissed : Conclusion.INCONCLUSIVE;
      case MISSED -> Conclusion.SLO_MISSED;
      case FAILING -> Conclusion.TOO_MANY_FAILURES;
      case OPEN -> Conclusion.INCONCLUSIVE;
    };
  }

  /// Why there is nothing to verify, a sentence's rest; empty where there is. A verification that
  /// the server left, whose client was late, or of another load, is none.
  public Optional<String> nothingToVerify() {
    SearchResult reported = shownResult();
    if (!reported.claims()) {
      return Optional.of("claims nothing (" + reported.ending().key().replace('_', ' ') + ")");
    }
    return verified()
        .filter(word -> word != Verification.Verdict.ASIDE)
        .map(word -> "is verified already (" + word.key().replace('_', ' ') + ")");
  }

  private Optional<Verification.Verdict> verified() {
    SearchResult reported = shownResult();
    return reported
        .verification()
        .filter(check -> !check.unanswered() && !check.late(plan))
        .flatMap(_ -> reported.checked(plan));
  }

  @Override
  public List<String> evidence(int columns) {
    List<String> lines = new ArrayList<>(lines(found));
    new SearchText(plan, found)
        .effort()
        .ifPresent(effort ->
            lines.addAll(
                TextLayout.labelled(" took         ", 14, TextLayout.lines(effort, columns - 14))));
    return lines;
  }

  @Override
  public NextStep next(NextCommands commands) {
    return switch (shownResult().ending()) {
      case REACHED, AT_FLOOD ->
          verified().map(word -> after(word, commands)).orElseGet(this::verify);
      case BUDGET ->
          new NextStep(
              commands.again(commands.doubled("--budget", "60000")), "with twice the budget");
      case INTERRUPTED -> resumeStep();
      case UNDECIDED ->
          new NextStep(commands.again("--slo=" + plan.slo().expression()), "search with this SLO");
      case MISSED_UNLOADED ->
          new NextStep(commands.on("bench", "--concurrency=1"), "what can one user have?");
      case CLIENT_BOUND -> NextStep.SELFTEST;
      case FAILING -> new NextStep(commands.again(), WHY_THEY_FAIL);
      case UNSTABLE ->
          left ? resumeStep() : new NextStep(commands.again(), "once the server runs again");
    };
  }

  private NextStep resumeStep() {
    return new NextStep("goodput search --resume " + named(), "go on where it ended");
  }

  private NextStep after(Verification.Verdict verified, NextCommands commands) {
    return switch (verified) {
      case KEPT, ASIDE -> otherSlo();
      case MISSED -> new NextStep(commands.again(), "once you know what has changed on the server");
      case FAILING -> new NextStep(commands.again(), WHY_THEY_FAIL);
      case OPEN ->
          new NextStep(
              commands.again("--verify", commands.doubled("--stretch", "1000")),
              "does it hold over longer segments?");
    };
  }

  private NextStep verify() {
    return new NextStep("goodput search --resume " + named() + " --verify", "does the claim hold?");
  }

  private NextStep otherSlo() {
    return new NextStep(
        "goodput report " + named() + " --slo 'p95 e2el<=10s'", "judge it by another SLO");
  }

  private String named() {
    return ShellText.join(List.of(run.toString()));
  }

  static JsonObject fields(SearchPlan plan, SearchResult found) {
    return new JsonObject()
        .text("ending", found.ending().key())
        .text("reason", found.reason())
        .number("attainment_target", plan.attainment())
        .number("tolerance", plan.tolerance())
        .whole("budget_requests", plan.budgetRequests())
        .text("unit", found.turns() > 1 ? "sessions" : "requests")
        .number("turns", found.turns())
        .number("max_goodput_rps", found.rate())
        .number("low_rps", found.low())
        .number("high_rps", found.high())
        .number("claim_rps", found.claimable() ? found.claim() : Double.NaN)
        .number("confidence", CONFIDENCE)
        .number("flood_rps", found.flood())
        .number("error_rate", found.errorRate())
        .whole("requests", found.requests())
        .object("unloaded", unloaded(found.unloaded()))
        .objects("floods", found.floods(), SearchExperiment::flood)
        .objects("stretches", found.steps(), SearchExperiment::step)
        .object(
            "verification",
            found.verification().map(check -> verification(plan, found, check)).orElse(null))
        .text("unverified", found.unverified());
  }

  private static JsonObject unloaded(SearchResult.Unloaded alone) {
    return new JsonObject()
        .whole("requests", alone.judged())
        .whole("good", alone.good())
        .whole("failed", alone.failed())
        .number("mean_residence_ms", alone.meanResidenceSeconds() * 1e3);
  }

  private static JsonObject flood(SearchResult.Flooded flood) {
    return new JsonObject().whole("requests", flood.requests()).number("rps", flood.rate());
  }

  private static JsonObject verification(SearchPlan plan, SearchResult found, Verification check) {
    return new JsonObject()
        .text("verdict", found.checked(plan).map(Verification.Verdict::key).orElse(""))
        .number("rate_asked", check.rate())
        .whole("arrivals", check.judged())
        .whole("good", check.good())
        .whole("failed", check.failed())
        .number("attainment", check.attainment())
        .number("attainment_low", check.low())
        .number("attainment_high", check.high());
  }

  private static JsonObject step(SearchResult.Step step) {
    Segment segment = step.segment();
    return new JsonObject()
        .number("rate_asked", segment.rate())
        .number("load_rps", segment.load())
        .whole("arrivals", segment.judged())
        .whole("good", segment.good())
        .number("attainment", segment.attainment())
        .number("max_goodput_rps", step.rate())
        .number("low_rps", step.low())
        .number("high_rps", step.high());
  }

  static List<String> lines(SearchResult found) {
    List<String> lines = new ArrayList<>();
    String unit = SearchText.unit(found.turns());
    SearchResult.Unloaded alone = found.unloaded();
    if (alone.judged() > 0) {
      lines.add(
          " unloaded     %s, one after another: %s good"
              .formatted(
                  Figures.counted(alone.judged(), "request"),
                  Figures.share((double) alone.good() / alone.judged())));
    }
    for (SearchResult.Flooded flood : found.floods()) {
      String rate =
          Double.isNaN(flood.rate())
              ? "too few answers"
              : Figures.number(flood.rate()) + " " + unit + unsettled(found, flood);
      lines.add(
          " flood        %s%s at once: %s"
              .formatted(
                  Figures.counted(flood.requests(), "request"),
                  found.turns() > 1 ? ", sessions" : "",
                  rate));
    }
    if (!found.steps().isEmpty()) {
      lines.add("");
      lines.add(" segment   target  arrived    good  requests   max " + unit + " (95 % interval)");
      int all = found.steps().size();
      int hidden = all > MAX_STEPS ? all - MAX_STEPS : 0;
      for (int i = 0; i < all; i++) {
        if (i < FIRST_STEPS || i >= FIRST_STEPS + hidden) {
          lines.add(line(i + 1, found.steps().get(i)));
        } else if (i == FIRST_STEPS) {
          lines.add(" …       " + hidden + " more in the report");
        }
      }
    }
    found.verification().ifPresent(check -> lines.add(line(check, unit)));
    return lines;
  }

  private static String line(Verification check, String unit) {
    return " verification %7s %s: %s good of %s"
        .formatted(
            Figures.number(check.rate()),
            unit,
            Figures.share(check.attainment()),
            Figures.count(check.judged()));
  }

  private static String unsettled(SearchResult found, SearchResult.Flooded flood) {
    boolean last = flood.equals(found.floods().getLast());
    return last && found.floods().size() > 1 && !found.settled() ? ", and not settled" : "";
  }

  private static String line(int number, SearchResult.Step step) {
    Segment segment = step.segment();
    return String.format(
        Locale.ROOT,
        " %-7d %8s %8s %7s %9s   %s",
        number,
        Figures.number(segment.rate()),
        Figures.number(segment.load()),
        Figures.share(segment.attainment()),
        Figures.count(segment.judged()),
        SearchText.interval(step, "").strip());
  }
}
