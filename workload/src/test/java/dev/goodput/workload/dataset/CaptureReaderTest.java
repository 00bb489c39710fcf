package dev.goodput.workload.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.goodput.workload.input.WorkloadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureReaderTest {
  private static final String HEADER = "{\"goodput_capture\":1,\"block_bytes\":64}";
  private static final String FIRST =
      "{\"timestamp_ms\":2000.5,\"input_tokens\":42,\"prompt_bytes\":160,\"output_tokens\":7,"
          + "\"session\":0,\"turn\":0,\"stream\":true,\"outcome\":\"ok\",\"blocks\":[[0,2]]}";
  private static final String SECOND =
      "{\"timestamp_ms\":1000,\"input_tokens\":82,\"prompt_bytes\":320,\"output_tokens\":9,"
          + "\"outcome\":\"ok\",\"blocks\":[[0,1],[5,4]]}";

  @TempDir private Path directory;

  private DataSet.Lengths read(String... lines) throws IOException {
    Path file = directory.resolve("traffic.jsonl");
    Files.writeString(file, String.join("\n", lines));
    return (DataSet.Lengths) DataFile.read(file);
  }

  private void refuses(String problem, String... lines) {
    assertThatExceptionOfType(WorkloadException.class)
        .isThrownBy(() -> read(lines))
        .withMessageContaining(problem);
  }

  @Test
  void readsTimesLengthsAndBlocks() throws IOException {
    LengthTable table = read(HEADER, FIRST, SECOND).table();

    assertThat(table.recordedOffsets()).containsExactly(0, 1_000_500_000L);
    assertThat(table.inputTokens(0)).isEqualTo(82);
    assertThat(table.outputTokens(1)).isEqualTo(7);
    assertThat(table.blocks(0)).startsWith(0, 5, 6, 7, 8).hasSize(6);
    assertThat(table.blocks(1)).startsWith(0, 1).hasSize(3);
    assertThat(table.blocks(0)).doesNotContain(Objects.requireNonNull(table.blocks(1))[2]);
  }

  @Test
  void derivesTheTokensPerBlockFromItsPrompts() throws IOException {
    // 40 tokens more for 160 bytes more, and 2 are constant: 16 tokens per block of 64 bytes.
    LengthTable table = read(HEADER, FIRST, SECOND).table();
    assertThat(table.blockTokens()).isEqualTo(16);
    assertThat(table.blocks(0)).hasSize(5 + 1);
    // 42 tokens for 160 bytes: 33.6 in two blocks.
    assertThat(read(HEADER, FIRST).table().blocks(0)).hasSize(2 + 1);
  }

  /// As when a conversation continues from a response that the server stores.
  @Test
  void acceptsARequestWithoutItsOwnPrompt() throws IOException {
    String bare =
        "{\"timestamp_ms\":3000,\"input_tokens\":900,\"prompt_bytes\":0,\"output_tokens\":5,"
            + "\"blocks\":[]}";
    DataSet.Lengths lengths = read(HEADER, FIRST, SECOND, bare);
    assertThat(lengths.table().size()).isEqualTo(3);
    assertThat(lengths.table().blockTokens()).as("it tells nothing of a byte").isEqualTo(16);
    refuses("\"prompt_bytes\" must be", HEADER, FIRST.replace(":160,", ":-1,"), SECOND);
  }

  @Test
  void skipsRequestsWithoutAResponseAndReportsThem() throws IOException {
    String refused =
        "{\"timestamp_ms\":3000,\"input_tokens\":50,\"prompt_bytes\":160,\"outcome\":\"refused\","
            + "\"blocks\":[]}";
    DataSet.Lengths lengths = read(HEADER, FIRST, refused);
    assertThat(lengths.table().size()).isEqualTo(1);
    assertThat(lengths.note()).isEqualTo("1 of 2 requests got no response and are excluded");
    refuses("none of the file's 1 requests was answered", HEADER, refused);
  }

  @Test
  void ignoresATornLastLine() throws IOException {
    DataSet.Lengths lengths = read(HEADER, FIRST, SECOND.substring(0, 60));
    assertThat(lengths.table().size()).isEqualTo(1);
    assertThat(lengths.note()).isEqualTo("the last line is torn and excluded");
    refuses("traffic.jsonl:2: ", HEADER, SECOND.substring(0, 60), FIRST);
  }

  @Test
  void reportsHowManyLengthsAreNotCounted() throws IOException {
    String guessed = FIRST.replace("\"prompt_bytes\"", "\"input_estimated\":true,\"prompt_bytes\"");
    assertThat(read(HEADER, SECOND, guessed).note())
        .isEqualTo("the prompt lengths of 1 requests are estimates");
  }

  @Test
  void refusesLinesThatNoCaptureContains() {
    refuses("must be 1, as this Goodput", HEADER.replace(":1,", ":2,"), FIRST);
    refuses("is empty: it is a gateway's capture with no request in it; a request", HEADER);
    refuses("did the gateway have traffic, and do clients use its address?", HEADER, "{\"timest");
    refuses("an array of pairs", HEADER, FIRST.replace("[0,2]", "[0]"), SECOND);
    refuses("pairs of whole numbers", HEADER, FIRST.replace("[0,2]", "[0,-2]"), SECOND);
    refuses("at most 524288 blocks", HEADER, FIRST.replace("[0,2]", "[0,999999999]"), SECOND);
    refuses("\"input_tokens\" must be", HEADER, FIRST.replace(":42,", ":0,"), SECOND);
    refuses("\"block_bytes\" must be", HEADER.replace("64", "0"), FIRST);
  }
}
