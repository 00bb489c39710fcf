package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.plan.Upstream;
import dev.goodput.wire.NanoClock;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class UpstreamProbesTest {
  private final Queue<String> message = new ConcurrentLinkedQueue<>();
  private final UpstreamReachability reach = new UpstreamReachability(_ -> {}, message::add);

  @Test
  void reportsUpstreamsThatTakeNoConnectionBeforeAnyRequest() throws Exception {
    try (UpstreamProbes probes = new UpstreamProbes(reach, NanoClock.SYSTEM);
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Upstream good = Upstream.of("good", "http://127.0.0.1:" + server.getLocalPort());
      Upstream deaf = Upstream.of("deaf", "http://127.0.0.1:1");
      Upstream unknown = Upstream.of("unknown", "http://no-such-host.invalid:8000");
      probes.probe(List.of(good, deaf, unknown)).get(20, TimeUnit.SECONDS);
      assertThat(message)
          .containsExactlyInAnyOrder(
              "upstream deaf is out of reach: connection refused",
              "upstream unknown is out of reach: unknown host");
      probes.probe(List.of(good, deaf, unknown)).get(20, TimeUnit.SECONDS);
      assertThat(message).hasSize(2);
    }
  }
}
