package dev.goodput.app.validate;

import dev.goodput.app.NextCommandRole;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import dev.goodput.validation.statistics.StatisticsJson;
import dev.goodput.validation.statistics.StatisticsText;
import dev.goodput.validation.statistics.StatisticsValidation;
import dev.goodput.validation.statistics.ValidationSize;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput validate statistics`: counts how often intervals, searches and the gate keep their
/// promises.
@Command(
    name = "statistics",
    description = {
      "Counts how often the statistical methods are right.",
      "It measures the simulated engine in virtual time, where the true values are known. It "
          + "counts how often intervals contain the true value, how far searches are off, and "
          + "how often they claim too much. It also counts how often the gate reports a "
          + "regression if there is none, and if there is one.",
      "Published results are shown next to each figure. The same seed gives the same figures. No "
          + "server is needed. The exit code is 1 if one of our methods misses its figure.",
      "It takes about a quarter of an hour on one core, or half a minute with --short."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput validate statistics [--short] [OPTIONS]", ""})
final class ValidateStatisticsCommand implements Callable<Integer> {
  private static final int MAX_THREADS = 256;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--short", description = "few trials, to find gross errors")
  private boolean brief;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "parallel trials (default: one per core)")
  private int threads = Runtime.getRuntime().availableProcessors();

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--json", description = "print the result as JSON")
  private boolean json;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--markdown", description = "print the result as a Markdown table")
  private boolean markdown;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (threads < 1 || threads > MAX_THREADS) {
      throw new AppException.Usage(
          "--threads is a number from 1 to %d, found %d".formatted(MAX_THREADS, threads));
    }
    if (json && markdown) {
      throw new AppException.Usage("--json and --markdown both want standard output: give one");
    }
    StatisticsValidation found =
        StatisticsValidation.run(
            brief ? ValidationSize.SHORT : ValidationSize.LONG, threads, this::print);
    PrintWriter out = spec.commandLine().getOut();
    out.print(text(found));
    out.flush();
    return found.missed().isEmpty() ? ExitCode.GOOD.code() : ExitCode.FAULT.code();
  }

  private String text(StatisticsValidation found) {
    if (json) {
      return StatisticsJson.of(found);
    }
    return markdown ? StatisticsText.markdown(found) : StatisticsText.of(found);
  }

  private void print(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }
}
