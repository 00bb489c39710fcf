package dev.goodput.wire.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.wire.testing.Bytes;
import dev.goodput.wire.testing.FrameServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Clients of HTTP/2 that send what costs them nothing, and read nothing of what it comes to.
@Tag("fault")
final class RelayFloodTest {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int END_HEADERS = 4;
  private static final int FRAMES = 2_000_000;
  private static final int AT_ONCE = 10_000;

  @ParameterizedTest
  @CsvSource({
    PING + ", 0, 8",
    SETTINGS + ", 0, 0",
    DATA + ", 1, 0",
  })
  void areShownOut(int type, int stream, int length) throws Exception {
    ByteArrayOutputStream some = new ByteArrayOutputStream();
    for (int i = 0; i < AT_ONCE; i++) {
      some.writeBytes(FrameServer.frame(type, 0, stream, new byte[length]));
    }
    try (RelayRig rig = new RelayRig("http://127.0.0.1:1");
        Socket client = new Socket()) {
      client.setReceiveBufferSize(4096);
      client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), rig.relay().port()));
      client.getOutputStream().write(Bytes.of("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
      client.getOutputStream().write(FrameServer.frame(SETTINGS, 0, 0, new byte[0]));
      client.getOutputStream().write(FrameServer.frame(HEADERS, END_HEADERS, 1, head()));
      assertThat(taken(client, some.toByteArray())).isLessThan(FRAMES);
    }
  }

  /// A POST to nowhere whose body follows.
  private static byte[] head() {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    FrameServer.field(block, ":method", "POST");
    FrameServer.field(block, ":scheme", "http");
    FrameServer.field(block, ":path", "/");
    FrameServer.field(block, ":authority", "gateway");
    return block.toByteArray();
  }

  /// How many frames are taken before the connection ends.
  private static int taken(Socket client, byte[] some) {
    int taken = 0;
    try {
      while (taken < FRAMES) {
        client.getOutputStream().write(some);
        taken += AT_ONCE;
      }
    } catch (IOException e) {
      return taken;
    }
    return taken;
  }
}
