package dev.goodput.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillFileTest {
  @TempDir private Path directory;

  private static byte[] entry(int number) {
    return ("entry " + number).getBytes(UTF_8);
  }

  private static List<String> sent(SpillFile file) throws IOException {
    List<String> sent = new ArrayList<>();
    for (SpillFile.Entry each = file.first(); each != null; each = file.first()) {
      sent.add(each.stream() + " " + each.events() + " " + new String(each.bytes(), UTF_8));
      file.sent();
    }
    return sent;
  }

  @Test
  void entriesComeOutInOrderAlsoInTheNextProcess() throws IOException {
    Path path = directory.resolve("spill");
    try (SpillFile file = new SpillFile(path, 1 << 20)) {
      assertThat(file.append(0, entry(1), 1)).isTrue();
      assertThat(file.append(1, entry(2), 30)).isTrue();
      assertThat(file.events(0)).isEqualTo(1);
      assertThat(file.events(1)).isEqualTo(30);
      assertThatThrownBy(() -> new SpillFile(path, 1 << 20).close())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is used twice");
    }
    try (SpillFile file = new SpillFile(path, 1 << 20)) {
      assertThat(file.skippedBytes()).isZero();
      assertThat(file.events(1)).isEqualTo(30);
      assertThat(file.append(0, entry(3), 2)).isTrue();
      assertThat(sent(file)).containsExactly("0 1 entry 1", "1 30 entry 2", "0 2 entry 3");
      assertThat(file.isEmpty()).isTrue();
      assertThat(file.events(0) + file.events(1)).isZero();
      file.clear();
      assertThat(Files.size(path)).isZero();
      assertThat(file.append(0, entry(4), 1)).isTrue();
      assertThat(sent(file)).containsExactly("0 1 entry 4");
    }
  }

  @Test
  void whatAKilledProcessDidNotFinishIsSkippedAtEachByte() throws IOException {
    Path path = directory.resolve("whole");
    try (SpillFile file = new SpillFile(path, 1 << 20)) {
      assertThat(file.append(0, entry(1), 1)).isTrue();
      assertThat(file.append(0, entry(2), 1)).isTrue();
    }
    byte[] whole = Files.readAllBytes(path);
    int first = whole.length / 2;
    for (int length = 0; length < whole.length; length++) {
      Path torn = Files.write(directory.resolve("torn-" + length), Arrays.copyOf(whole, length));
      try (SpillFile file = new SpillFile(torn, 1 << 20)) {
        assertThat(file.skippedBytes()).isEqualTo(length % first);
        assertThat(file.events(0)).isEqualTo(length / first);
        assertThat(file.append(0, entry(3), 1)).isTrue();
        assertThat(sent(file)).hasSize(length / first + 1).last().isEqualTo("0 1 entry 3");
      }
    }
    whole[whole.length - 1] ^= 1;
    try (SpillFile file = new SpillFile(Files.write(path, whole), 1 << 20)) {
      assertThat(sent(file)).containsExactly("0 1 entry 1");
      assertThat(file.skippedBytes()).isEqualTo(first);
    }
  }

  @Test
  void aFullFileTakesNothingMore() throws IOException {
    try (SpillFile file = new SpillFile(directory.resolve("full"), 50)) {
      assertThat(file.append(0, entry(1), 1)).isTrue();
      assertThat(file.append(0, entry(2), 1)).isTrue();
      assertThat(file.append(0, entry(3), 1)).isFalse();
      assertThat(file.events(0)).isEqualTo(2);
      assertThatThrownBy(file::clear).isInstanceOf(IllegalStateException.class);
      assertThat(sent(file)).containsExactly("0 1 entry 1", "0 1 entry 2");
    }
  }

  @Test
  void whatWasSentMakesRoomUntilTheFileHasTwiceTheSize() throws IOException {
    Path path = directory.resolve("twice");
    try (SpillFile file = new SpillFile(path, 50)) {
      for (int i = 1; i <= 5; i++) {
        assertThat(file.append(0, entry(i), 1)).isTrue();
        assertThat(sent(file)).containsExactly("0 1 entry " + i);
      }
      assertThat(Files.size(path)).isEqualTo(100);
      assertThat(file.append(0, entry(6), 1)).isFalse();
      file.clear();
      assertThat(file.append(0, entry(6), 1)).isTrue();
    }
  }
}
