package dev.goodput.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.ExitCode;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
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
    RunRecorder first = RunRecorder.resume(new OutputOptions(), run, List.of());
    first.end(List.of(), Optional.of(ExitCode.INTERRUPTED));
    RunRecorder again = RunRecorder.resume(new OutputOptions(), run, List.of("gone on with"));
    assertThat(run.manifest().text("run.interrupted")).contains("130");

    again.end(List.of(), Optional.empty());
    assertThat(run.manifest().text("run.interrupted")).isEmpty();
    assertThat(run.manifest().whole("run.resumed")).hasValue(2);
  }
}
