package dev.goodput.workload.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.workload.input.WorkloadException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenizerTest {
  @TempDir private Path directory;

  /// Counts by Python's `tokenizers` 0.23.3 on the same files.
  @ParameterizedTest
  @CsvSource({"byte-level,12,2,20", "metaspace,12,2,21", "bytes,37,6,22"})
  void countsAsTheReferenceLibraryDoes(String name, int sentence, int word, int mixed)
      throws URISyntaxException {
    Tokenizer tokenizer = Tokenizer.of(file(name).toString());

    assertThat(tokenizer.count("")).isZero();
    assertThat(tokenizer.count("The quick farmer closed the old gate.")).isEqualTo(sentence);
    assertThat(tokenizer.count(" table")).isEqualTo(word);
    assertThat(tokenizer.count("naïve 東京 🚀 x\ny")).isEqualTo(mixed);
  }

  @Test
  void countsPastTheTruncationOfTheFile() throws URISyntaxException {
    Tokenizer tokenizer = Tokenizer.of(file("byte-level").toString());

    // The file asks for truncation at 128 tokens.
    assertThat(tokenizer.count(" table".repeat(5000))).isEqualTo(10_000);
  }

  @Test
  void cachesTheNativeLibraryAndStaysOffline() throws URISyntaxException {
    Tokenizer.of(file("bytes").toString());

    assertThat(System.getenv("DJL_CACHE_DIR")).isNull();
    assertThat(System.getProperty("DJL_CACHE_DIR")).endsWith(Path.of("goodput", "djl").toString());
    assertThat(System.getProperty("ai.djl.offline")).isEqualTo("true");
  }

  @Test
  void findsTheFileInADirectory() throws IOException, URISyntaxException {
    Files.copy(file("bytes"), directory.resolve("tokenizer.json"));

    Tokenizer tokenizer = Tokenizer.of(directory.toString());

    assertThat(tokenizer.count("abc")).isEqualTo(3);
    assertThat(tokenizer.name()).isEqualTo(directory.resolve("tokenizer.json").toString());
  }

  /// Counts by OpenAI's tiktoken.
  @Test
  void countsTiktokenEncodings() {
    assertThat(Tokenizer.of("cl100k_base").count("tiktoken is great!")).isEqualTo(6);
    assertThat(Tokenizer.of("o200k_base").count("tiktoken is great!")).isEqualTo(6);
    assertThat(Tokenizer.of("o200k_base").count("<|endoftext|>")).isGreaterThan(1);
    assertThat(Tokenizer.of("o200k_base").name()).isEqualTo("o200k_base");
  }

  @Test
  void namesTheNearestEncoding() {
    assertThatThrownBy(() -> Tokenizer.of("o200_base"))
        .isInstanceOf(WorkloadException.Unknown.class)
        .hasMessageStartingWith("no tokenizer \"o200_base\". Did you mean o200k_base?")
        .hasMessageContaining("tokenizer.json");
  }

  @Test
  void neverDownloadsAModel() {
    assertThatThrownBy(() -> Tokenizer.of("gpt2-of-nobody"))
        .isInstanceOf(WorkloadException.Unknown.class);
  }

  @Test
  void reportsErrorsInATokenizerFile() throws IOException {
    Path broken = directory.resolve("broken.json");
    Files.writeString(broken, "{\"model\": 7}");

    assertThatThrownBy(() -> Tokenizer.of(broken.toString()))
        .isInstanceOf(WorkloadException.Unreadable.class)
        .hasMessageStartingWith("cannot read the tokenizer " + broken)
        .hasMessageNotContaining("\n");
  }

  private static Path file(String name) throws URISyntaxException {
    return Path.of(Objects.requireNonNull(TokenizerTest.class.getResource(name + ".json")).toURI());
  }
}
