package dev.goodput.app.run;

import dev.goodput.app.AppException;
import dev.goodput.app.ExitCode;
import dev.goodput.app.Secrets;
import dev.goodput.app.VersionProvider;
import dev.goodput.record.HostFacts;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunNotes;
import dev.goodput.report.words.SafeText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The directory of a run from its begin to its end. Main thread only.
public final class RunRecorder {
  private static final String INTERRUPTED = "run.interrupted";
  private static final String RESUMED = "run.resumed";

  private final OutputOptions output;
  private final RunDirectory directory;

  private RunRecorder(OutputOptions output, RunDirectory directory) {
    this.output = output;
    this.directory = directory;
  }

  /// Makes the directory.
  ///
  /// @param folder where it is to be kept, unless another run has just taken a place that nobody
  ///   named
  /// @param commandLine the command line
  /// @param facts what the manifest says beside the program, the host and the command
  /// @throws dev.goodput.record.RecordException where it cannot be made
  public static RunRecorder begin(
      OutputOptions output, Path folder, List<String> commandLine, Manifest facts) {
    Path place = output.hasDirectory() ? folder : RunDirectories.claim(folder);
    Manifest manifest =
        facts.with("goodput.version", VersionProvider.version())
            .with("run.id", String.valueOf(place.getFileName()))
            .with("run.command", Secrets.commandLine(commandLine))
            .with("run.started", Instant.now().toString());
    return new RunRecorder(output, RunDirectory.create(place, HostFacts.addTo(manifest)));
  }

  /// Goes on with a run that was interrupted or killed.
  ///
  /// @param notes what a reader must know of it
  /// @throws dev.goodput.record.RecordException where its manifest cannot be written
  public static RunRecorder resume(OutputOptions output, RunDirectory run, List<String> notes) {
    Manifest manifest = run.manifest();
    long before = manifest.whole(RESUMED).orElse(0);
    run.updateManifest(RunNotes.keep(manifest, notes).with(RESUMED, before + 1));
    return new RunRecorder(output, run);
  }

  /// Where the run is kept.
  public RunDirectory directory() {
    return directory;
  }

  /// Notes how it ended.
  ///
  /// @param notes what only the end tells
  /// @param signal that ended it early
  public void end(List<String> notes, Optional<ExitCode> signal) {
    // Of a run that was gone on with, it may say how that ended before.
    Manifest ended = RunNotes.keep(directory.manifest().without(INTERRUPTED), notes);
    directory.updateManifest(
        signal.map(exit -> ended.with(INTERRUPTED, exit.code())).orElse(ended));
  }

  /// Nothing was measured: takes away what was begun.
  ///
  /// @param reason where no signal came before that; null where it is not known
  /// @param printer told of what stays
  /// @return what ends the command
  public AppException abandon(
      Optional<ExitCode> signal, @Nullable AppException reason, Consumer<String> printer) {
    RunDirectories.abandon(directory.path(), !output.hasDirectory()).ifPresent(printer);
    if (reason != null && signal.isEmpty()) {
      return reason;
    }
    return new AppException.Interrupted(signal.orElse(ExitCode.INTERRUPTED));
  }

  /// Says a line beside the results.
  public static void say(PrintWriter err, String line) {
    err.println("goodput: " + SafeText.text(line));
  }
}
