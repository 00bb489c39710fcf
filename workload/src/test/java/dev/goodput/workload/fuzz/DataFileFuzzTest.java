package dev.goodput.workload.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.workload.LengthLimits;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.Replay;
import dev.goodput.workload.Workload;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that any file is either read or rejected in one line that names it.
///
/// Corrupts each file of the corpus many times. Longer runs: `-Dgoodput.fuzz.rounds=1000000`, with
/// another `-Dgoodput.fuzz.seed`.
@Tag("fuzz")
class DataFileFuzzTest {
  private static final int ROUNDS = Integer.getInteger("goodput.fuzz.rounds", 600);
  private static final long SEED = Long.getLong("goodput.fuzz.seed", 20261121);

  @TempDir private Path directory;
  private final PromptWriter writer = PromptWriter.calibrated(PromptCalibration.DEFAULT);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "chat.jsonl",
        "batch.jsonl",
        "mooncake.jsonl",
        "sharegpt.json",
        "azure.csv",
        "seconds.csv"
      })
  void corruptFilesAreReadOrRefusedInOneLine(String name) throws IOException {
    byte[] original = corpus(name);
    Mutator mutator = new Mutator(SEED);
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      refused += survives(name, mutator.spoil(original), round) ? 0 : 1;
    }

    assertThat(survives(name, original, -1)).isTrue();
    assertThat(refused).isBetween(ROUNDS / 10, ROUNDS - 1);
  }

  /// Inputs that fuzzing once found or that are likely to be dangerous.
  @Test
  void refusesKnownMaliciousFiles() throws IOException {
    String deep = "[".repeat(100_000);
    String[] enemies = {
      deep,
      "{\"prompt\":" + deep,
      "{\"prompt\":\"" + "\\ud800".repeat(50) + "\"}",
      "{\"input_tokens\":1e999999999999}",
      "{\"input_tokens\":" + "9".repeat(5000) + "}",
      "{\"timestamp\":1e9,\"prompt\":\"a\"}\n{\"timestamp\":-0.0,\"prompt\":\"b\"}",
      "input_tokens,output_tokens\n1,\u0000",
      "{}",
      "{\"prompt\": \u007f\u009b31m\u202eoops}",
      "\u0000\u0001\u0002",
      "{\"input_tokens\":268435456}\n",
      "{\"input_length\":1,\"output_length\":1,\"hash_ids\":[9223372036854775807]}"
    };
    for (int i = 0; i < enemies.length; i++) {
      survives("enemy", enemies[i].getBytes(StandardCharsets.UTF_8), i);
    }
    assertThat(enemies).isNotEmpty();
  }

  /// Returns whether the file was read; rethrows anything but a clear rejection.
  private boolean survives(String name, byte[] bytes, int round) throws IOException {
    Path file = directory.resolve(name);
    Files.write(file, bytes);
    try {
      pull(Workloads.find(file.toString()));
      return true;
    } catch (WorkloadException e) {
      assertThat(e.getMessage())
          .as("seed %d, round %d", SEED, round)
          .contains(name)
          .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]")
          .hasSizeLessThan(600);
      return false;
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError("seed " + SEED + ", round " + round + ": " + shown(bytes), e);
    }
  }

  private void pull(Workload workload) {
    Replay once = new Replay(Replay.Order.RECORDED, true);
    LengthLimits limits = new LengthLimits(20_000, null, null);
    var source = workload.open(OpenOptions.of(1, writer).withReplay(once).withLimits(limits));
    long before = -1;
    for (int i = 0; i < 3; i++) {
      var plan = source.next();
      if (plan == null) {
        return;
      }
      assertThat(plan.offsetNanos()).isGreaterThanOrEqualTo(before);
      before = plan.offsetNanos();
    }
  }

  private static String shown(byte[] bytes) {
    return new String(bytes, 0, Math.min(bytes.length, 500), StandardCharsets.ISO_8859_1);
  }

  private static byte[] corpus(String name) throws IOException {
    try (InputStream in = DataFileFuzzTest.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }
}
