package dev.goodput.app.run;

import dev.goodput.app.AppException;
import dev.goodput.app.Checks;
import dev.goodput.app.NextCommandRole;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.record.SystemReason;
import dev.goodput.report.model.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
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

  /// Requires that the files and the directory can be written, before any work is done.
  ///
  /// @throws dev.goodput.app.AppException naming the option
  public void check() {
    jobFiles().check();
    if (out != null) {
      Checks.refuse(out.toString().isEmpty(), "--out needs a directory's name, found none");
      RunDirectories.check(out);
    }
  }

  /// Returns whether the result document goes to standard output.
  public boolean json() {
    return json;
  }

  /// Returns whether the terminal shows only errors.
  public boolean quiet() {
    return quiet;
  }

  /// Returns whether `--out` names the run directory. Such a directory is kept, empty, if nothing
  /// was measured.
  public boolean hasDirectory() {
    return out != null;
  }

  /// Returns the run directory.
  ///
  /// @param what the kind of run, used in a generated directory name
  public Path folder(String what) {
    Path wanted = out;
    return wanted == null
        ? RunDirectories.of(LocalDateTime.now(ZoneId.systemDefault()), what)
        : wanted;
  }

  /// Creates the directory of a run of several slices. A generated name that another run has taken
  /// gets a number.
  ///
  /// @param folder from [#folder(String)]
  /// @throws AppException.Machine if it cannot be created
  public Path createDirectory(Path folder) {
    Path place = hasDirectory() ? folder : RunDirectories.claim(folder);
    try {
      return Files.createDirectories(place);
    } catch (IOException e) {
      throw new AppException.Machine("cannot make " + place + ": " + SystemReason.of(e), e);
    }
  }

  /// Returns the files of a run of several slices.
  public OutputFiles files(Path directory) {
    return withJobFiles(OutputFiles.nextTo(directory));
  }

  /// Returns the files for CI jobs of a command without a run directory.
  public OutputFiles jobFiles() {
    return withJobFiles(OutputFiles.NONE);
  }

  /// Returns the files of a finished run.
  public OutputFiles files(RunDirectory directory) {
    OutputFiles files =
        RunKind.HOP.describes(directory.manifest())
            ? OutputFiles.forHop(directory.path())
            : OutputFiles.nextTo(directory.path());
    return withJobFiles(files);
  }

  private OutputFiles withJobFiles(OutputFiles files) {
    return files.with(Form.JUNIT, junit).with(Form.SUMMARY, summaryMd);
  }
}
