package dev.goodput.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SocketQueuesTest {
  private static final String HEAD =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n";

  @TempDir private Path folder;

  private static String socket(String local, String remote, String queues) {
    return "   0: " + local + " " + remote + " 01 " + queues + " 00:00000000 00000000  0 0 1\n";
  }

  private Path table(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void sumsBytesQueuedInSocketsToThePort() throws IOException {
    Path four =
        table(
            "tcp",
            HEAD
                + socket("0100007F:C350", "0100007F:1F40", "00000000:00000010")
                + socket("0100007F:1F40", "0100007F:C350", "00000000:0000FFFF")
                + socket("0100007F:C351", "0100007F:1F40", "00000005:00000001"));
    Path six =
        table(
            "tcp6",
            HEAD
                + socket(
                    "00000000000000000000000001000000:C352",
                    "00000000000000000000000001000000:1F40",
                    "00000000:00000002"));

    assertThat(new SocketQueues(List.of(four, six), 8000).getAsLong()).isEqualTo(16 + 1 + 2);
  }

  @Test
  void isUnknownIfTheHostDoesNotReportIt() throws IOException {
    assertThat(new SocketQueues(List.of(folder.resolve("absent")), 1).getAsLong()).isEqualTo(-1);
    Path odd = table("odd", HEAD + "a b c d zz f g h i j k l m n\n");
    assertThat(new SocketQueues(List.of(odd), 1).getAsLong()).isEqualTo(-1);
  }

  @Test
  void doesNotReadAHugeTable() throws IOException {
    String line = socket("0100007F:C350", "0100007F:1F40", "00000000:00000010");
    Path huge = table("tcp", HEAD + line.repeat(601));

    assertThat(new SocketQueues(List.of(huge), 8000).getAsLong()).isEqualTo(-1);
  }
}
