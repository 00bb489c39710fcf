package dev.goodput.runner.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.runner.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunRecorderTest {
  @TempDir private Path scratch;

  /// Until it ends again nobody knows otherwise: it may be killed before it has asked anything.
  @Test
  void recordsAnInterruptionUntilTheNextEnd() {
    RunDirectory run = RunDirectory.create(scratch.resolve("r"), Manifest.empty());
    Output output = new Output(null, false, false, OutputFiles.NONE);
    RunRecorder first = RunRecorder.resume(output, run, List.of());
    first.end(List.of(), Optional.of(ExitCode.INTERRUPTED));
    RunRecorder again = RunRecorder.resume(output, run, List.of("gone on with"));
    assertThat(run.manifest().text("run.interrupted")).contains("130");

    again.end(List.of(), Optional.empty());
    assertThat(run.manifest().text("run.interrupted")).isEmpty();
    assertThat(run.manifest().whole("run.resumed")).hasValue(2);
  }
}
