package dev.goodput.runner.directory;

import dev.goodput.record.HostFacts;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunNotes;
import dev.goodput.report.words.SafeText;
import dev.goodput.runner.AppException;
import dev.goodput.runner.Clocks;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.Secrets;
import dev.goodput.runner.Version;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Creates and updates the directory of a run, from its start to its end. Main thread only.
public final class RunRecorder {
  private static final String INTERRUPTED = "run.interrupted";
  private static final String RESUMED = "run.resumed";

  private final Output output;
  private final RunDirectory directory;

  private RunRecorder(Output output, RunDirectory directory) {
    this.output = output;
    this.directory = directory;
  }

  /// Creates the directory and its manifest.
  ///
  /// @param folder the directory; a generated name that another run has taken gets a number
  /// @param commandLine the command line
  /// @param facts further entries of the manifest
  /// @throws dev.goodput.record.RecordException if it cannot be created
  public static RunRecorder create(
      Output output, Path folder, List<String> commandLine, Manifest facts) {
    Path place = output.hasDirectory() ? folder : RunDirectories.claim(folder);
    Manifest manifest =
        facts
            .with("goodput.version", Version.version())
            .with("run.id", String.valueOf(place.getFileName()))
            .with("run.command", Secrets.commandLine(commandLine))
            .with("run.started", Clocks.SYSTEM.wall().instant().toString());
    return new RunRecorder(output, RunDirectory.create(place, HostFacts.addTo(manifest)));
  }

  /// Resumes a run that was interrupted or killed.
  ///
  /// @param notes notes for the report
  /// @throws dev.goodput.record.RecordException if its manifest cannot be written
  public static RunRecorder resume(Output output, RunDirectory run, List<String> notes) {
    Manifest manifest = run.manifest();
    long before = manifest.whole(RESUMED).orElse(0);
    run.updateManifest(RunNotes.keep(manifest, notes).with(RESUMED, before + 1));
    return new RunRecorder(output, run);
  }

  /// Returns the run directory.
  public RunDirectory directory() {
    return directory;
  }

  /// Records how the run ended.
  ///
  /// @param notes notes for the report that are known at the end
  /// @param signal the signal that ended it early, if any
  public void end(List<String> notes, Optional<ExitCode> signal) {
    // The manifest of a continued run may contain how it ended before.
    Manifest ended = RunNotes.keep(directory.manifest().without(INTERRUPTED), notes);
    directory.updateManifest(
        signal.map(exit -> ended.with(INTERRUPTED, exit.code())).orElse(ended));
  }

  /// Deletes the directory of a run without measurements.
  ///
  /// @param reason the error that ended the run, if there was no signal; null if unknown
  /// @param printer receives a message on remaining files
  /// @return the exception that ends the command
  public AppException abandon(
      Optional<ExitCode> signal, @Nullable AppException reason, Consumer<String> printer) {
    RunDirectories.abandon(directory.path(), !output.hasDirectory()).ifPresent(printer);
    if (reason != null && signal.isEmpty()) {
      return reason;
    }
    return new AppException.Interrupted(signal.orElse(ExitCode.INTERRUPTED));
  }

  /// Prints a line to standard error.
  public static void print(PrintWriter err, String line) {
    err.println("goodput: " + SafeText.text(line));
  }
}
