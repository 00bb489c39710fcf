package dev.goodput.runner.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoriesTest {
  @TempDir Path scratch;

  @Test
  void runsOfTheSameSecondHaveSeparateDirectories() {
    Path wanted = scratch.resolve("runs/20261121-193135-synthetic");

    assertThat(RunDirectories.claim(wanted)).isEqualTo(wanted).isEmptyDirectory();
    assertThat(RunDirectories.claim(wanted))
        .isEqualTo(scratch.resolve("runs/20261121-193135-synthetic-2"))
        .isEmptyDirectory();
    assertThat(RunDirectories.claim(wanted)).hasFileName("20261121-193135-synthetic-3");
  }

  @Test
  void nothingIsLeftOfARunThatMeasuredNothing() throws IOException {
    Path folder = RunDirectories.claim(scratch.resolve("runs/r"));
    Files.writeString(folder.resolve("manifest.properties"), "");
    Files.writeString(folder.resolve("records.log"), "");

    Files.writeString(folder.resolve("run.log"), "");
    Files.writeString(folder.resolve("server-metrics.jsonl"), "");

    assertThat(RunDirectories.abandon(folder, true)).isEmpty();

    assertThat(folder).doesNotExist();
  }

  @Test
  void reportsWhatRemainsOfARunWithoutMeasurements() throws IOException {
    Path folder = RunDirectories.claim(scratch.resolve("runs/r"));
    Files.writeString(folder.resolve("run.log"), "");
    Files.writeString(folder.resolve("of somebody else"), "");

    assertThat(RunDirectories.abandon(folder, false))
        .contains(
            folder
                + " still holds of somebody else, though nothing was measured; remove it before"
                + " the next run there");
    assertThat(folder).isDirectoryNotContaining("glob:**run.log");
    assertThat(RunDirectories.abandon(folder, true))
        .contains(folder + " stays, although it holds no measurement: it holds other files");
  }

  @Test
  void keepsARequestedDirectoryForTheNextRun() throws IOException {
    Path folder = Files.createDirectory(scratch.resolve("named"));
    Files.writeString(folder.resolve("records.log"), "");

    assertThat(RunDirectories.abandon(folder, false)).isEmpty();
    assertThat(folder).isEmptyDirectory();
    Files.createDirectory(folder.resolve("warm-up"));
    assertThat(RunDirectories.abandon(folder, false))
        .get()
        .asString()
        .contains("still holds warm-up,");
  }
}
