package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.Transport;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A socket is read to its end on every read path: directly from the descriptor, and through the
/// channel.
@ParameterizedClass
@ValueSource(booleans = {false, true})
final class DirectReadsTest {
  private static final String TO_CLOSE =
      "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
  private static final int MANY = 40_000;

  private final boolean keepsText;

  DirectReadsTest(boolean keepsText) {
    this.keepsText = keepsText;
  }

  /// Sends a request to a server that follows the script; uses NIO if the transport is not
  /// available here.
  private Exchange ask(Transport transport, RawServer.Script script) throws Exception {
    Transport here = transport.available() ? transport : Transport.NIO;
    try (RawServer server = RawServer.start(script);
        ClientRig rig = ClientRig.of(server.url(), Timeouts.NONE, keepsText, here)) {
      return rig.ask();
    }
  }

  private static void flood(RawServer.Line line, String last) throws IOException {
    line.print(Bytes.of(TO_CLOSE + Replay.delta("a word ").repeat(MANY) + last));
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void readsMoreThanOneTurnAllowsAndTheEndAfterIt(Transport transport) throws Exception {
    RawServer.Script script =
        (line, _, _) -> {
          flood(line, "data: [DONE]\n\n");
          line.fin();
        };

    Exchange exchange = ask(transport, script);

    assertThat(exchange.outcome()).isEqualTo(new Outcome.Ok(""));
    assertThat(exchange.chunks().count()).isEqualTo(MANY);
    if (keepsText) {
      assertThat(exchange.text()).hasSize("a word ".length() * MANY);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void readsManyOrdinaryChunks(Transport transport) throws Exception {
    String delta = Replay.delta("a word ");
    String chunk = Integer.toHexString(delta.length()) + "\r\n" + delta + "\r\n";
    RawServer.Script script =
        (line, _, _) -> {
          line.print(Replay.HEAD + chunk.repeat(MANY));
          line.print("e\r\ndata: [DONE]\n\n\r\n0\r\n\r\n");
        };

    Exchange exchange = ask(transport, script);

    assertThat(exchange.outcome()).isEqualTo(new Outcome.Ok(""));
    assertThat(exchange.chunks().count()).isEqualTo(MANY);
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void seesTheEndThatComesWithTheLastBytes(Transport transport) throws Exception {
    RawServer.Script script =
        (line, _, _) -> {
          line.print(TO_CLOSE + Replay.delta("half"));
          line.fin();
        };

    Exchange exchange = ask(transport, script);

    assertThat(exchange.outcome()).isInstanceOf(Outcome.Truncated.class);
    assertThat(exchange.chunks().count()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void distinguishesAResetFromAnEnd(Transport transport) throws Exception {
    RawServer.Script script =
        (line, _, _) -> {
          line.print(TO_CLOSE + Replay.delta("half"));
          line.reset();
        };

    assertThat(ask(transport, script).outcome()).isInstanceOf(Outcome.Reset.class);
  }
}
