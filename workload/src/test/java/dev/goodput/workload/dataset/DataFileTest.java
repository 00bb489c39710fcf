package dev.goodput.workload.dataset;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.testing.WorkloadFiles;
import java.io.IOException;
import java.nio.file.Files;
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
  void refusesABinaryFile() throws IOException {
    Path file = Files.write(directory.resolve("data.jsonl"), new byte[] {'\n', 0, 1, 2, '\n', 3});
    assertThatThrownBy(() -> DataFile.read(file))
        .isInstanceOf(WorkloadException.Malformed.class)
        .hasMessageEndingWith(
            "data.jsonl:2: the line is not text; a workload file has JSON lines or CSV");

    Path high = Files.write(directory.resolve("high.jsonl"), new byte[] {(byte) 0xff, (byte) 0xfe});
    assertThatThrownBy(() -> DataFile.read(high))
        .hasMessageEndingWith("high.jsonl:1: the line is not UTF-8 text");
  }

  @Test
  void takesNoJsonLinesForATable() {
    Path file = new WorkloadFiles(directory).lines("lines.jsonl", "a,b", "1,2");
    assertThatThrownBy(() -> DataFile.read(file))
        .isInstanceOf(WorkloadException.Malformed.class)
        .hasMessageEndingWith("lines.jsonl:1: the line must be a JSON object, found \"a,b\"");
  }

  @Test
  void refusesAnEmptyFile() {
    Path file = new WorkloadFiles(directory).lines("empty.jsonl", "", "   ");

    assertThatThrownBy(() -> DataFile.read(file))
        .isInstanceOf(WorkloadException.Unreadable.class)
        .hasMessageEndingWith("empty.jsonl is empty: it holds no request");
  }
}
