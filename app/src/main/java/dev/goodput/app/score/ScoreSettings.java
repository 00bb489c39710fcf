package dev.goodput.app.score;

import dev.goodput.app.NextCommandRole;
import dev.goodput.quality.ExactMatch;
import dev.goodput.quality.Extraction;
import dev.goodput.quality.NumberMatch;
import dev.goodput.quality.ScoreKind;
import dev.goodput.quality.ScoreOptions;
import dev.goodput.record.words.Quantities;
import dev.goodput.runner.AppException;
import dev.goodput.runner.Checks;
import dev.goodput.runner.score.AnswerStudy;
import dev.goodput.runner.score.Judge;
import dev.goodput.runner.score.RunScoring;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The options that set which scores are computed and how: of `score`, and of `bench` for the
/// responses of the run.
public final class ScoreSettings {
  private static final List<String> KEEP_TEXT = List.of("all", "none");
  private static final List<String> IGNORED =
      List.of("case", "punctuation", "numbers", "whitespace");

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--score",
      paramLabel = "LIST",
      split = ",",
      description =
          "scores: bleu, chrf, chrf++, rouge, exact, contains, number, choice, gsm8k-strict, "
              + "gsm8k-flexible, json, judge (default of score: bleu,chrf,rouge,exact)")
  @Nullable List<String> scores;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--keep-text",
      paramLabel = "WORD",
      description =
          "whether the run directory keeps the texts of the responses: all or none "
              + "(default: all with --score or --consistency)")
  @Nullable String keepText;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--stem", description = "remove endings of words before ROUGE compares them")
  boolean stem;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--ignore",
      paramLabel = "LIST",
      split = ",",
      description =
          "what exact and contains ignore: case, punctuation, numbers, whitespace (at both ends) "
              + "(default: nothing)")
  List<String> ignored = List.of();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--ignore-regex",
      paramLabel = "REGEX",
      description = "text that exact and contains remove from both sides; may be repeated")
  List<String> ignoredPatterns = List.of();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--extract",
      paramLabel = "REGEX",
      description =
          "part of the response that exact and number compare: the first match, or its first "
              + "group that is not empty")
  @Nullable String extract;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--tolerance",
      paramLabel = "N|SHARE",
      description = "difference that number allows: 0.01, or 1%% of the reference (default: 0)")
  @Nullable String tolerance;

  @ArgGroup(validate = false)
  AnswerJudgeOptions judge = new AnswerJudgeOptions();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--consistency",
      description =
          "send the same requests at each load level and repeat, at temperature 0, and report "
              + "whether the responses differ; of several loads --repeats 2 is enough")
  boolean consistency;

  /// Called by picocli.
  public ScoreSettings() {}

  /// Returns whether responses to the same requests are compared.
  public boolean consistency() {
    return consistency;
  }

  /// Returns what becomes of the texts of a run's responses.
  ///
  /// @param print receives a line about the work ahead
  /// @throws AppException.Usage for a value that is wrong, or for settings without `--score`
  public AnswerStudy ofRun(Consumer<String> print) {
    List<String> names = scores;
    boolean set = stem || extract != null || tolerance != null;
    Checks.refuse(
        names == null && (set || !ignored.isEmpty() || !ignoredPatterns.isEmpty()),
        "--stem, --ignore, --ignore-regex, --extract and --tolerance are for --score, like "
            + "--score exact,rouge");
    Checks.refuse(
        names == null && !consistency && keepText != null,
        "--keep-text is for --score and --consistency; without them no text is kept");
    String kept = keepText == null ? KEEP_TEXT.getFirst() : keepText;
    Checks.oneOf("--keep-text", kept, KEEP_TEXT);
    List<ScoreKind> kinds = names == null ? List.of() : kinds(names);
    return new AnswerStudy(
        kinds.isEmpty() ? Optional.empty() : Optional.of(new RunScoring(kinds, options())),
        judge(
            names == null ? List.of() : names,
            line -> print.accept(line + "; Ctrl-C ends judging and keeps the result")),
        consistency,
        kept.equals(KEEP_TEXT.getFirst()));
  }

  /// Returns the judge, if it is one of the scores.
  ///
  /// @throws AppException.Usage for missing options, or for options of a judge without it
  Optional<Judge> judge(List<String> names, Consumer<String> print) {
    if (!names.contains(AnswerJudgeOptions.SCORE)) {
      judge.refuse();
      return Optional.empty();
    }
    return Optional.of(judge.read(System.getenv(), print));
  }

  /// Returns the scores with these names, without the judge.
  ///
  /// @throws AppException.Usage for a name that is none
  static List<ScoreKind> kinds(List<String> names) {
    List<String> known =
        Stream.concat(
                Arrays.stream(ScoreKind.values()).map(ScoreKind::label),
                Stream.of(AnswerJudgeOptions.SCORE))
            .toList();
    Checks.refuse(names.isEmpty(), "--score needs a name: " + String.join(", ", known));
    names.forEach(name -> Checks.oneOf("--score", name, known));
    return names.stream().distinct().flatMap(name -> ScoreKind.of(name).stream()).toList();
  }

  /// Returns the settings.
  ///
  /// @throws AppException.Usage for a value that is wrong
  ScoreOptions options() {
    ignored.forEach(name -> Checks.oneOf("--ignore", name, IGNORED));
    ExactMatch exact =
        new ExactMatch(
            ignoredPatterns.stream().map(each -> pattern("--ignore-regex", each)).toList(),
            ignored.contains("case"),
            ignored.contains("punctuation"),
            ignored.contains("numbers"),
            ignored.contains("whitespace"));
    Extraction extraction =
        extract == null ? null : new Extraction(pattern("--extract", extract), false);
    return new ScoreOptions(stem, exact, extraction, number());
  }

  private static Pattern pattern(String option, String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new AppException.Usage(
          "%s \"%s\" is not a regular expression: %s".formatted(option, text, e.getDescription()));
    }
  }

  private NumberMatch number() {
    if (tolerance == null) {
      return NumberMatch.EQUAL;
    }
    try {
      return tolerance.endsWith("%")
          ? new NumberMatch(Quantities.share(tolerance), true)
          : new NumberMatch(Double.parseDouble(tolerance), false);
    } catch (IllegalArgumentException e) {
      throw new AppException.Usage(
          "--tolerance \"%s\" must be a number, 0 or more, like 0.01, or a share like 1%%"
              .formatted(tolerance));
    }
  }
}
