package dev.goodput.app.run;

import dev.goodput.app.NextCommandRole;
import dev.goodput.report.model.Form;
import dev.goodput.runner.directory.Output;
import dev.goodput.runner.directory.OutputFiles;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Files that a run writes.
public final class OutputOptions {
  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "run directory (default: a new one in runs/)")
  @Nullable Path out;

  @NextCommandRole(value = NextCommandRole.Into.NONE, onResume = true)
  @Option(names = "--json", description = "print the result document")
  boolean json;

  @NextCommandRole(value = NextCommandRole.Into.NONE, onResume = true)
  @Option(names = "--quiet", description = "print nothing to the terminal but errors")
  boolean quiet;

  @NextCommandRole(value = NextCommandRole.Into.NONE, onResume = true)
  @Option(names = "--junit", paramLabel = "FILE", description = "write JUnit XML to FILE")
  @Nullable Path junit;

  @NextCommandRole(value = NextCommandRole.Into.NONE, onResume = true)
  @Option(
      names = "--summary-md",
      paramLabel = "FILE",
      description = "write a Markdown summary to FILE")
  @Nullable Path summaryMd;

  /// Returns the files for CI jobs named by a command line that cannot be parsed as a whole.
  static OutputOptions parse(List<String> args) {
    OutputOptions found = new OutputOptions();
    found.junit = file(Form.JUNIT.option(), args);
    found.summaryMd = file(Form.SUMMARY.option(), args);
    return found;
  }

  // Each option is read on its own, so that a mistake in one does not hide another.
  private static @Nullable Path file(String option, List<String> args) {
    CommandSpec spec =
        CommandSpec.create().addOption(OptionSpec.builder(option).type(Path.class).build());
    try {
      Path file =
          new CommandLine(spec)
              .setUnmatchedArgumentsAllowed(true)
              .setExpandAtFiles(false)
              .parseArgs(args.toArray(String[]::new))
              .matchedOptionValue(option, null);
      return file == null || file.toString().startsWith("-") ? null : file;
    } catch (ParameterException e) {
      return null;
    }
  }

  /// Returns what the options request.
  public Output read() {
    return new Output(
        out, json, quiet, OutputFiles.NONE.with(Form.JUNIT, junit).with(Form.SUMMARY, summaryMd));
  }
}
