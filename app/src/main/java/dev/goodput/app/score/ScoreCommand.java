package dev.goodput.app.score;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.NextCommandRole;
import dev.goodput.quality.ScoreKind;
import dev.goodput.quality.ScoreOptions;
import dev.goodput.runner.Checks;
import dev.goodput.runner.directory.RunRecorder;
import dev.goodput.runner.score.Judge;
import dev.goodput.runner.score.PairScoring;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput score`: scores texts that exist already.
@CommandHelp(
    common = {"--score", "--stem", "--ignore", "--extract", "--json"},
    refused = {"--keep-text", "--consistency"})
@Command(
    name = "score",
    description = {
      "Scores texts against references: BLEU, ROUGE, exact match.",
      "Each line of the file is a JSON object: \"hyp\" is the text, \"refs\" are the correct texts,"
          + " and \"id\" is optional. The scores equal those of sacreBLEU, rouge-score and "
          + "lm-evaluation-harness."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput score PAIRS.jsonl [OPTIONS]", ""},
    sortOptions = false,
    footer = {
      "",
      "goodput score pairs.jsonl",
      "goodput score pairs.jsonl --score bleu,chrf,rouge --stem --json",
      "goodput score gsm8k.jsonl --score gsm8k-strict,gsm8k-flexible",
      "goodput score pairs.jsonl --score judge --judge-url URL --judge-model NAME"
    })
public final class ScoreCommand implements Callable<Integer> {
  private static final List<String> DEFAULT = List.of("bleu", "chrf", "rouge", "exact");

  @Parameters(paramLabel = "PAIRS", description = "file of pairs, one JSON object per line")
  private Path pairs = Path.of("");

  @ArgGroup(validate = false, order = 1, heading = "%nScoring%n")
  private ScoreSettings settings = new ScoreSettings();

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--json", description = "print the scores of each text as JSON")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  /// Called by picocli.
  public ScoreCommand() {}

  /// Reads the file once, line by line.
  ///
  /// @return the exit code
  @Override
  public Integer call() {
    List<String> named = settings.scores;
    List<ScoreKind> kinds = ScoreSettings.kinds(named == null ? DEFAULT : named);
    Checks.refuse(settings.keepText != null, "--keep-text is for bench --score; leave it out");
    Checks.refuse(settings.consistency, "--consistency is for bench; leave it out");
    ScoreOptions options = settings.options();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Judge judge =
        settings
            .judge(named == null ? List.of() : named, line -> RunRecorder.print(err, line))
            .orElse(null);
    PairScoring.score(pairs, kinds, options, judge, json, out);
    out.flush();
    return 0;
  }
}
