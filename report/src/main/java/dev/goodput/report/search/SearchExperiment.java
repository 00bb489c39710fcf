package dev.goodput.report.search;

import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.search.Verification;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.Experiment;
import dev.goodput.report.NextCommands;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.model.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A search for the highest load that keeps an SLO.
///
/// @param plan what was searched for
/// @param found what was found
/// @param level the last level of the steered load, from 0; -1 where there is none
/// @param clientBound why the client was the bottleneck under the steered load, empty where it was
///   not
/// @param checkBound the same of the claim's verification
/// @param left whether it can be gone on with: it was interrupted, killed, or left by its server
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

  @Override
  public String command() {
    return "search";
  }

  @Override
  public String schema() {
    return "goodput.search/1";
  }

  @Override
  public JsonObject document() {
    return SearchDocument.of(plan, told());
  }

  @Override
  public List<Verdict> verdicts() {
    return new SearchText(plan, told()).verdicts();
  }

  /// What was found, as far as the client can be believed.
  private SearchResult told() {
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
    return new SearchText(plan, told()).cards();
  }

  @Override
  public Conclusion conclusion() {
    return switch (told().ending()) {
      case REACHED, AT_FLOOD -> verified(Conclusion.GOOD);
      case BUDGET, UNDECIDED -> verified(Conclusion.INCONCLUSIVE);
      case INTERRUPTED -> Conclusion.INCONCLUSIVE;
      case MISSED_UNLOADED -> Conclusion.SLO_MISSED;
      case CLIENT_BOUND -> Conclusion.CLIENT_BOUND;
      case UNSTABLE, FAILING -> Conclusion.TOO_MANY_FAILURES;
    };
  }

  private Conclusion verified(Conclusion unlessMissed) {
    return switch (told().checked(plan).orElse(Verification.Word.ASIDE)) {
      case KEPT, ASIDE -> found.unverified().isEmpty() ? unlessMissed : Conclusion.INCONCLUSIVE;
      case MISSED -> Conclusion.SLO_MISSED;
      case FAILING -> Conclusion.TOO_MANY_FAILURES;
      case OPEN -> Conclusion.INCONCLUSIVE;
    };
  }

  /// Why there is nothing to verify, a sentence's rest; empty where there is. A verification that
  /// the server left, whose client was late, or of another load, is none.
  public Optional<String> nothingToVerify() {
    SearchResult told = told();
    if (!told.claims()) {
      return Optional.of("claims nothing (" + told.ending().word().replace('_', ' ') + ")");
    }
    return verified()
        .filter(word -> word != Verification.Word.ASIDE)
        .map(word -> "is verified already (" + word.word().replace('_', ' ') + ")");
  }

  private Optional<Verification.Word> verified() {
    SearchResult told = told();
    return told.verification()
        .filter(check -> !check.unanswered() && !check.late(plan))
        .flatMap(_ -> told.checked(plan));
  }

  @Override
  public List<String> evidence(int columns) {
    return SearchTable.lines(found);
  }

  @Override
  public NextStep next(NextCommands commands) {
    return switch (told().ending()) {
      case REACHED, AT_FLOOD ->
          verified().map(word -> after(word, commands)).orElseGet(this::verify);
      case BUDGET ->
          new NextStep(
              commands.again(commands.doubled("--budget", "60000")), "with twice the budget");
      case INTERRUPTED -> goOn();
      case UNDECIDED ->
          new NextStep(commands.again("--slo=" + plan.slo().expression()), "search with this SLO");
      case MISSED_UNLOADED ->
          new NextStep(commands.on("bench", "--concurrency=1"), "what can one user have?");
      case CLIENT_BOUND -> NextStep.SELFTEST;
      case FAILING -> new NextStep(commands.again(), WHY_THEY_FAIL);
      case UNSTABLE -> left ? goOn() : new NextStep(commands.again(), "once the server runs again");
    };
  }

  private NextStep goOn() {
    return new NextStep("goodput search --resume " + named(), "go on where it ended");
  }

  private NextStep after(Verification.Word verified, NextCommands commands) {
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
    return new NextStep(
        "goodput search --resume " + named() + " --verify", "does it hold at what is claimed?");
  }

  private NextStep otherSlo() {
    return new NextStep(
        "goodput report " + named() + " --slo 'p95 e2el<=10s'", "what of another SLO?");
  }

  private String named() {
    return ShellText.join(List.of(run.toString()));
  }
}
