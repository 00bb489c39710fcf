package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.Transport;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Requests arrive whole on every write path: directly to the descriptor, through the channel, and
/// first one and then the other.
final class DirectWritesTest {
  /// Sizes of bodies. A loopback socket takes some megabytes at once, so the largest body is
  /// written in parts.
  private static final List<Integer> SIZES = List.of(0, 1, 1_000, 70_000, 12_000_000, 100);

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void sendsRequestsOfAnySizeWholeAndInOrder(Transport transport) throws Exception {
    Transport here = transport.available() ? transport : Transport.NIO;
    List<String> received = new CopyOnWriteArrayList<>();
    RawServer.Script script =
        (line, request, _) -> {
          received.add(request.substring(request.indexOf("\r\n\r\n") + 4));
          line.stream(Replay.delta("word"), "data: [DONE]\n\n");
        };

    try (RawServer server = RawServer.start(script);
        ClientRig rig = ClientRig.of(server.url(), Timeouts.NONE, false, here)) {
      for (int size : SIZES) {
        String body = letters(size);

        Exchange exchange = rig.ask(body);

        assertThat(exchange.outcome()).isEqualTo(new Outcome.Ok(""));
        assertThat(Stamps.present(exchange.sentNanos())).isTrue();
        assertThat(received.getLast().equals(body)).as(size + " bytes").isTrue();
      }
      assertThat(rig.onLoop(rig.client()::openConnections)).isEqualTo(1);
    }
  }

  private static String letters(int size) {
    return new Random(size)
        .ints(size, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
