package dev.goodput.workload.dataset;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.testing.WorkloadFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFileTest {
  @TempDir private Path directory;

  @Test
  void refusesADirectory() {
    assertThatThrownBy(() -> DataFile.read(directory))
        .isInstanceOf(WorkloadException.Unreadable.class)
        .hasMessage(
            "workload file " + directory + " is a directory; give a file (.jsonl, .json or .csv)");
  }

  @Test
  void refusesAMissingFile() {
    assertThatThrownBy(() -> DataFile.read(directory.resolve("none.csv")))
        .isInstanceOf(WorkloadException.Unreadable.class)
        .hasMessageEndingWith("none.csv does not exist");
  }

  @Test
  void refusesFilesThatCanBeReadOnlyOnce() {
    assertThatThrownBy(() -> DataFile.read(Path.of("/dev/null")))
        .isInstanceOf(WorkloadException.Unreadable.class)
        .hasMessage(
            "workload file /dev/null is a pipe or a device, and is read more than once; save it to"
                + " a file");
  }

  @Test
  void refusesAnEmptyFile() {
    Path file = new WorkloadFiles(directory).lines("empty.jsonl", "", "   ");

    assertThatThrownBy(() -> DataFile.read(file))
        .isInstanceOf(WorkloadException.Unreadable.class)
        .hasMessageEndingWith("empty.jsonl is empty: it holds no request");
  }
}
