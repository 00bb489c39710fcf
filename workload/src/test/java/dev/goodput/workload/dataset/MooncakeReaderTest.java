package dev.goodput.workload.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.testing.WorkloadFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MooncakeReaderTest {
  private static final String GOOD =
      "{\"timestamp\": 1000, \"input_length\": 600, \"output_length\": 5, \"hash_ids\": [0, 1]}";

  @TempDir private Path directory;

  @Test
  void readsLengthsTimesAndBlocks() {
    LengthTable table =
        read(
            GOOD,
            "{\"timestamp\": 2500, \"input_length\": 512, \"output_length\": 9, \"hash_ids\":"
                + " [0]}");

    assertThat(table.recordedOffsets()).containsExactly(0, 1_500_000_000L);
    assertThat(table.inputTokens(0)).isEqualTo(600);
    assertThat(table.outputTokens(1)).isEqualTo(9);
    assertThat(table.blockTokens()).isEqualTo(512);
    assertThat(table.blocks(0)).containsExactly(0, 1);
  }

  @Test
  void derivesTheBlockSizeFromTheRows() {
    LengthTable table =
        read("{\"input_length\": 40, \"output_length\": 5, \"hash_ids\": [7, 8, 9]}");

    assertThat(table.blockTokens()).isEqualTo(16);
    assertThat(table.timed()).isFalse();
  }

  @Test
  void aShortFirstRowDecidesNothing() {
    LengthTable table =
        read(
            "{\"input_length\": 10, \"output_length\": 5, \"hash_ids\": [7]}",
            "{\"input_length\": 40, \"output_length\": 5, \"hash_ids\": [7, 8, 9]}");

    assertThat(table.blockTokens()).isEqualTo(16);
  }

  @Test
  void refusesFieldsThatStartMidFile() {
    String bare = "{\"input_length\": 40, \"output_length\": 5}";

    assertThatThrownBy(() -> read(bare, GOOD))
        .hasMessageEndingWith(
            "trace.jsonl:2: \"timestamp\" must be on every line or on none, and the first line has"
                + " none");
  }

  @Test
  void readsTracesWithoutBlocks() {
    LengthTable table = read("{\"input_length\": 40, \"output_length\": 5}");

    assertThat(table.blockTokens()).isZero();
    assertThat(table.blocks(0)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'timestamp': 1, 'input_length': 600, 'output_length': 5, 'hash_ids': [0] "
            + "| \"hash_ids\" must hold 2 blocks of 512 tokens, found 1",
        "'timestamp': 1, 'input_length': 600, 'output_length': 5, 'hash_ids': [0, 'x'] "
            + "| \"hash_ids\" must be an array of whole numbers, found \"x\" in it",
        "'timestamp': 1, 'input_length': 600, 'output_length': 5, 'hash_id': [0, 1] "
            + "| \"hash_id\" is not known; did you mean \"hash_ids\"? If not, rename it or take it"
            + " out",
        "'timestmp': 1, 'input_length': 600, 'output_length': 5, 'hash_ids': [0, 1] "
            + "| \"timestmp\" is not known; did you mean \"timestamp\"? If not, rename it or take"
            + " it out",
        "'timestamp': 1, 'input_length': 600, 'output_length': 5 "
            + "| \"hash_ids\" must be an array with at least one element, found nothing",
        "'input_length': 600, 'output_length': 5, 'hash_ids': [0, 1] "
            + "| \"timestamp\" must be milliseconds, 0 or more, found nothing",
        "'timestamp': -3, 'input_length': 600, 'output_length': 5, 'hash_ids': [0, 1] "
            + "| \"timestamp\" must be milliseconds, 0 or more, found -3",
        "'timestamp': 1, 'input_length': 600, 'output_length': 0, 'hash_ids': [0, 1] "
            + "| \"output_length\" must be a positive integer, found 0"
      })
  void namesFileLineAndField(String fields, String problem) {
    assertThatThrownBy(() -> read(GOOD, "{" + fields.replaceAll("'", "\"") + "}"))
        .isInstanceOf(WorkloadException.Malformed.class)
        .hasMessage(directory.resolve("trace.jsonl") + ":2: " + problem);
  }

  private LengthTable read(String... lines) {
    return ((DataSet.Lengths)
            DataFile.read(new WorkloadFiles(directory).lines("trace.jsonl", lines)))
        .table();
  }
}
