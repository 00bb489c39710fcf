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

/// The directory of a run from its start to its end. Main thread only.
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
  /// @param typed the command line
  /// @param updated entries of the manifest in addition to the program, the host and the command
  /// @throws dev.goodput.record.RecordException where it cannot be made
  public static RunRecorder begin(
      OutputOptions output, Path folder, List<String> typed, Manifest updated) {
    Path place = output.named() ? folder : RunDirectories.claim(folder);
    Manifest manifest =
        updated
            .with("goodput.version", VersionProvider.version())
            .with("run.id", String.valueOf(place.getFileName()))
            .with("run.command", Secrets.commandLine(typed))
            .with("run.started", Instant.now().toString());
    return new RunRecorder(output, RunDirectory.create(place, HostFacts.addTo(manifest)));
  }

  /// Goes on with a run that was interrupted or killed.
  ///
  /// @param notes what a reader must know of it
  /// @throws dev.goodput.record.RecordException where its manifest cannot be written
  public static RunRecorder goOn(OutputOptions output, RunDirectory run, List<String> notes) {
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
  /// @param notes notes that are known only at the end
  /// @param signal that ended it early
  public void end(List<String> notes, Optional<ExitCode> signal) {
    // The manifest of a continued run may contain how it ended before.
    Manifest ended = RunNotes.keep(directory.manifest().without(INTERRUPTED), notes);
    directory.updateManifest(
        signal.map(exit -> ended.with(INTERRUPTED, exit.code())).orElse(ended));
  }

  /// Nothing was measured: deletes what was created.
  ///
  /// @param why where no signal came before that; null where it is not known
  /// @param complain receives messages about files that stay
  /// @return what ends the command
  public AppException abandon(
      Optional<ExitCode> signal, @Nullable AppException why, Consumer<String> complain) {
    RunDirectories.abandon(directory.path(), !output.named()).ifPresent(complain);
    if (why != null && signal.isEmpty()) {
      return why;
    }
    return new AppException.Interrupted(signal.orElse(ExitCode.INTERRUPTED));
  }

  /// Prints a line to the error output, apart from the results.
  public static void print(PrintWriter err, String line) {
    err.println("goodput: " + SafeText.text(line));
  }
}
