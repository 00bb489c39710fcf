package dev.goodput.report.search;

import dev.goodput.lab.search.SearchPlan;
import dev.goodput.lab.search.SearchResult;
import dev.goodput.lab.search.Verification;
import dev.goodput.metrics.Conclusion;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.Experiment;
import dev.goodput.report.document.Fields;
import dev.goodput.report.words.Verdict;
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

  @Override
  public String command() {
    return "search";
  }

  @Override
  public String schema() {
    return "goodput.search/1";
  }

  @Override
  public Fields document() {
    return SearchDocument.of(plan, told());
  }

  @Override
  public List<Verdict> verdicts() {
    return new SearchWords(plan, told()).verdicts();
  }

  /// What was found, as far as the client can be believed.
  private SearchResult told() {
    SearchResult checked = checkBound.isEmpty() ? found : found.lateCheck(checkBound);
    return switch (found.ending()) {
      case REACHED, AT_FLOOD, BUDGET, UNDECIDED ->
          clientBound.isEmpty() ? checked : checked.late(clientBound);
      case MISSED_UNLOADED, FAILING, CLIENT_BOUND, UNSTABLE, INTERRUPTED -> checked;
    };
  }

  @Override
  public List<Card> cards() {
    return new SearchWords(plan, told()).cards();
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
  public Next next() {
    return switch (told().ending()) {
      case REACHED, AT_FLOOD -> verified().map(this::after).orElseGet(this::verify);
      case BUDGET -> new Next("the same again with a larger --budget", "");
      case INTERRUPTED -> goOn();
      case UNDECIDED -> new Next("the same search with this --slo", "");
      case MISSED_UNLOADED -> new Next("goodput bench --concurrency 1", "what can one user have?");
      case CLIENT_BOUND -> new Next("goodput selftest", "how much can this machine measure?");
      case FAILING -> new Next("see why requests fail, then the same again", "");
      case UNSTABLE ->
          left ? goOn() : new Next("see that the server runs, then the same again", "");
    };
  }

  private Next goOn() {
    return new Next("goodput search --resume " + named(), "go on where it ended");
  }

  private Next after(Verification.Word verified) {
    return switch (verified) {
      case KEPT, ASIDE -> otherSlo();
      case MISSED -> new Next("see what has changed, then the same search again", "");
      case FAILING -> new Next("see why requests fail, then the same again", "");
      case OPEN -> new Next("the same search with --verify and a larger --stretch", "");
    };
  }

  private Next verify() {
    return new Next(
        "goodput search --resume " + named() + " --verify", "does it hold at what is claimed?");
  }

  private Next otherSlo() {
    return new Next("goodput report " + named() + " --slo SLO", "what of another SLO?");
  }

  private String named() {
    return ShellText.join(List.of(run.toString()));
  }
}
