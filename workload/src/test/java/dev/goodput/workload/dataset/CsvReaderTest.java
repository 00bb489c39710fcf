package dev.goodput.workload.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.testing.WorkloadFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvReaderTest {
  @TempDir private Path directory;
  private WorkloadFiles files;

  @BeforeEach
  void prepare() {
    files = new WorkloadFiles(directory);
  }

  @Test
  void readsAzureTraces() {
    LengthTable table =
        read(
            "TIMESTAMP,ContextTokens,GeneratedTokens\r",
            "2023-11-16 18:15:46.6805900,374,44\r",
            "2023-11-16 18:15:50.9951690,396,109");

    assertThat(table.size()).isEqualTo(2);
    assertThat(table.inputTokens(1)).isEqualTo(396);
    assertThat(table.outputTokens(1)).isEqualTo(109);
    assertThat(table.recordedOffsets()).containsExactly(0, 4_314_579_000L);
  }

  @Test
  void readsLengthsOnly() {
    LengthTable table = read("input_tokens;output_tokens;model", "5;6;\"a;b\"", "", "7.0;8;c");

    assertThat(table.timed()).isFalse();
    assertThat(table.inputTokens(1)).isEqualTo(7);
    assertThat(table.outputTokens(0)).isEqualTo(6);
  }

  @Test
  void ordersRowsByTime() {
    LengthTable table =
        read("timestamp_ms\tprompt_tokens\tcompletion_tokens", "2500.5\t2\t1", "1000\t1\t1");

    assertThat(table.inputTokens(0)).isEqualTo(1);
    assertThat(table.recordedOffsets()).containsExactly(0, 1_500_500_000L);
  }

  @Test
  void readsSecondsAndZonedTimes() {
    assertThat(read("timestamp,input_length,output_length", "5,1,1", "7.25,1,1").recordedOffsets())
        .containsExactly(0, 2_250_000_000L);
    assertThat(
            read(
                    "time,input_length,output_length",
                    "2026-01-01T00:00:00Z,1,1",
                    "2026-01-01T01:00:01+01:00,1,1")
                .recordedOffsets())
        .containsExactly(0, 1_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5,many | \"output_tokens\" must be a positive integer, found \"many\"",
        "0,5    | \"input_tokens\" must be a positive integer, found \"0\"",
        "5,-1   | \"output_tokens\" must be a positive integer, found \"-1\"",
        "5,1.5  | \"output_tokens\" must be a positive integer, found \"1.5\"",
        "5,     | \"output_tokens\" must be a positive integer, found \"\"",
        "5,9e99 | \"output_tokens\" must be at most 16777216, found \"9e99\"",
        "5      | the line must have 2 columns like the header, found 1",
        "1,2,3  | the line must have 2 columns like the header, found 3"
      })
  void namesFileLineAndField(String line, String problem) {
    assertThatThrownBy(() -> read("input_tokens,output_tokens", "1,1", line))
        .isInstanceOf(WorkloadException.Malformed.class)
        .hasMessage(directory.resolve("lengths.csv") + ":3: " + problem);
  }

  @Test
  void namesAnInvalidTime() {
    assertThatThrownBy(() -> read("timestamp,input_tokens,output_tokens", "noon,1,1"))
        .hasMessageEndingWith(
            "lengths.csv:2: \"timestamp\" must be a number, 0 or more, or a date and time, found"
                + " \"noon\"");
    assertThatThrownBy(
            () -> read("timestamp,input_tokens,output_tokens", "2023-11-16 25:15:46.68,1,1"))
        .hasMessageContaining("lengths.csv:2: \"timestamp\" must be");
  }

  @Test
  void requiresAHeader() {
    assertThatThrownBy(() -> read("512,128", "1,1"))
        .hasMessageEndingWith(
            "lengths.csv:1: the header must name \"input_tokens\", found \"512,128\"");
    assertThatThrownBy(() -> read("input_tokens,x", "1,1"))
        .hasMessageEndingWith(
            "lengths.csv:1: the header must name \"output_tokens\", found \"input_tokens,x\"");
  }

  @Test
  void requiresARow() {
    assertThatThrownBy(() -> read("input_tokens,output_tokens"))
        .isInstanceOf(WorkloadException.Unreadable.class)
        .hasMessageEndingWith("lengths.csv is empty: it holds no request");
  }

  private LengthTable read(String... lines) {
    return ((DataSet.Lengths) DataFile.read(files.lines("lengths.csv", lines))).table();
  }

  @Test
  void refusesTwoColumnsThatMeanTheSame() {
    assertThatThrownBy(() -> read("input_tokens,output_tokens,prompt_tokens", "1,1,9"))
        .isInstanceOf(WorkloadException.Malformed.class)
        .hasMessageEndingWith(
            "lengths.csv:1: the header names \"input_tokens\" and \"prompt_tokens\", which mean the"
                + " same; leave one");
    assertThatThrownBy(() -> read("input_tokens,output_tokens,output_tokens", "1,1,9"))
        .hasMessageEndingWith("the header names \"output_tokens\" twice; leave one");
    assertThatThrownBy(() -> read("time,input_tokens,output_tokens,arrival_time", "1,1,1,1"))
        .hasMessageEndingWith("\"time\" and \"arrival_time\", which mean the same; leave one");
  }
}
