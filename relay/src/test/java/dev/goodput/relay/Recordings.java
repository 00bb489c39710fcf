package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Recorded responses of real engines.
final class Recordings {
  private Recordings() {}

  /// Returns the bodies of all recordings.
  static List<byte[]> bodies() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("..", "testing", "src/test/resources/recordings"))) {
      List<Path> found = all.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
      assertThat(found).hasSizeGreaterThan(8);
      List<byte[]> bodies = new ArrayList<>();
      for (Path file : found) {
        bodies.add(body(file));
      }
      return bodies;
    }
  }

  /// Returns what follows the head of a recording.
  private static byte[] body(Path file) throws IOException {
    byte[] all = Files.readAllBytes(file);
    String text = new String(all, StandardCharsets.ISO_8859_1);
    int blank = text.indexOf("\r\n\r\n");
    int other = text.indexOf("\n\n");
    int from = blank >= 0 && blank < other ? blank + 4 : other + 2;
    return Arrays.copyOfRange(all, from, all.length);
  }
}
