package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import dev.goodput.wire.Transport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every recorded response is forwarded unchanged, however it is framed and cut.
@Tag("property")
final class RelayBytesTest {
  private static final long SEED = 20261123;
  private static final int CUTS = 12;

  @ParameterizedTest
  @EnumSource
  void changesNoByte(Transport transport) throws Exception {
    Random random = new Random(SEED);
    if (!transport.available()) {
      assertThat(transport).isNotEqualTo(Transport.NIO);
      return;
    }
    for (byte[] body : Recordings.bodies()) {
      for (int i = 0; i < CUTS; i++) {
        byte[] framed = framed(body, random, i % 3);
        passes(transport, framed, body, random.nextLong());
      }
    }
  }

  private static void passes(Transport transport, byte[] framed, byte[] body, long seed)
      throws Exception {
    RawServer.Script script =
        (line, _, _) -> {
          sayInPieces(line, framed, new Random(seed));
          line.fin();
        };
    RelayOptions options = RelayOptions.plain("127.0.0.1", 0);
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(options, transport, server.url());
        RawSocket client =
            rig.common(RelayRig.POST.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))) {
      String plain = new String(framed, StandardCharsets.UTF_8);
      String reported = plain.replaceFirst("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
      assertThat(client.readAll()).as("seed %d, cut by %d", SEED, seed).isEqualTo(reported);
      assertThat(rig.over().answer.toByteArray()).as("seed %d", SEED).isEqualTo(body);
    }
  }

  private static void sayInPieces(RawServer.Line line, byte[] bytes, Random random)
      throws IOException {
    int most = 1 + random.nextInt(400);
    for (int at = 0; at < bytes.length; ) {
      int end = Math.min(bytes.length, at + 1 + random.nextInt(most));
      line.print(Arrays.copyOfRange(bytes, at, end));
      at = end;
    }
  }

  /// Returns the response with its head: with a length, chunked, or up to the end of the
  /// connection.
  private static byte[] framed(byte[] body, Random random, int kind) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String length = kind == 0 ? "Content-Length: " + body.length + "\r\n" : "";
    String coding = kind == 1 ? "Transfer-Encoding: chunked\r\n" : "";
    out.writeBytes(
        Bytes.of(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + length + coding + "\r\n"));
    for (int at = 0; at < body.length; ) {
      int end = Math.min(body.length, at + 1 + random.nextInt(300));
      byte[] piece = Arrays.copyOfRange(body, at, end);
      if (kind == 1) {
        out.writeBytes(Bytes.of(Integer.toHexString(piece.length) + "\r\n"));
      }
      out.writeBytes(piece);
      out.writeBytes(Bytes.of(kind == 1 ? "\r\n" : ""));
      at = end;
    }
    out.writeBytes(Bytes.of(kind == 1 ? "0\r\n\r\n" : ""));
    return out.toByteArray();
  }
}
