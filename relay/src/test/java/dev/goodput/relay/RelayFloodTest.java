package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.FrameServer;
import dev.goodput.testing.RawServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// HTTP/2 clients that send frames that cost them nothing, and read none of the responses.
@Tag("fault")
final class RelayFloodTest {
  private static final int FRAMES = 2_000_000;
  private static final int AT_ONCE = 10_000;

  /// A field of the static table: `:method: GET`.
  private static final byte[] HEAD_OF_NOTHING = {(byte) 0x82};

  @ParameterizedTest
  @CsvSource({
    FrameClient.PING + ", 0, 8",
    FrameClient.SETTINGS + ", 0, 0",
    FrameClient.DATA + ", 1, 0",
  })
  void areShownOut(int type, int stream, int length) throws Exception {
    try (RawServer silent = RawServer.start((line, _, _) -> line.silence());
        RelayRig rig = new RelayRig(silent.url());
        FrameClient client = new FrameClient(rig.relay().port())) {
      client.post(1);
      assertThat(taken(client, type, stream, length)).isLessThan(FRAMES);
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "1"})
  void areShownOutBehindTheirAnswerToo(int length) throws Exception {
    try (RelayRig rig = new RelayRig("http://127.0.0.1:" + RawServer.deadPort());
        FrameClient client = new FrameClient(rig.relay().port())) {
      client.post(1);
      client.untilReset(1);
      assertThat(taken(client, FrameClient.DATA, 1, length)).isLessThan(FRAMES);
    }
  }

  /// Neither with a stream ID after many streams nor with heads.
  @Test
  void areShownOutWhateverTheNumberOfTheirStream() throws Exception {
    int late = Integer.MAX_VALUE - 2;
    try (RelayRig rig = new RelayRig("http://127.0.0.1:" + RawServer.deadPort());
        FrameClient client = new FrameClient(rig.relay().port())) {
      client.post(late);
      client.untilReset(late);
      assertThat(taken(client, FrameClient.DATA, late, 0)).isLessThan(FRAMES);
    }
  }

  @Test
  void areShownOutThatSendHeadsOnStreamsThatAreOver() throws Exception {
    try (RelayRig rig = new RelayRig("http://127.0.0.1:" + RawServer.deadPort());
        FrameClient client = new FrameClient(rig.relay().port())) {
      client.post(3);
      client.untilReset(3);
      assertThat(taken(client, FrameClient.HEADERS, FrameClient.END_HEADERS, 1, HEAD_OF_NOTHING))
          .isLessThan(FRAMES);
    }
  }

  /// Frames of an upload that were in flight when its stream ended are not a flood.
  @Test
  void areNotThoseWhoseUploadsWereRefused() throws Exception {
    byte[] piece = new byte[1024];
    try (RelayRig rig = new RelayRig("http://127.0.0.1:" + RawServer.deadPort());
        FrameClient client = new FrameClient(rig.relay().port())) {
      client.post(1);
      client.untilReset(1);
      for (int i = 0; i < 5_000; i++) {
        client.send(FrameClient.DATA, 0, 1, piece);
      }
      client.post(3);
      client.untilReset(3);
    }
  }

  /// Returns how many frames are accepted before the connection ends.
  private static int taken(FrameClient client, int type, int stream, int length) {
    return taken(client, type, 0, stream, new byte[length]);
  }

  private static int taken(FrameClient client, int type, int flags, int stream, byte[] payload) {
    ByteArrayOutputStream some = new ByteArrayOutputStream();
    for (int i = 0; i < AT_ONCE; i++) {
      some.writeBytes(FrameServer.frame(type, flags, stream, payload));
    }
    int taken = 0;
    try {
      while (taken < FRAMES) {
        client.send(some.toByteArray());
        taken += AT_ONCE;
      }
    } catch (IOException e) {
      return taken;
    }
    return taken;
  }
}
