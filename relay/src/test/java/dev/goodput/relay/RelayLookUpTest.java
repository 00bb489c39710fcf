package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.FullPort;
import dev.goodput.testing.HeldNames;
import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Tls;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Requests whose upstream's name is still being looked up.
@Tag("fault")
final class RelayLookUpTest {
  private static Upstream held(String name, int port, int connectMillis) {
    URI url = URI.create("http://" + name + ".held:" + port);
    long connectNanos = TimeUnit.MILLISECONDS.toNanos(connectMillis);
    return new Upstream(name, url, Tls.SYSTEM, false, List.of(), connectNanos, 0, 0);
  }

  @ParameterizedTest
  @EnumSource
  void aSilentNameServerIsA502(HttpVersion version) throws Exception {
    try (RelayRig rig = RelayRig.to(held("silent-" + version, 1, 1).over(version));
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readAll())
          .startsWith("HTTP/1.1 502 ")
          .contains("upstream silent-" + version + " cannot be reached");
      assertThat(rig.over().story)
          .contains("kind=UNREACHABLE, detail=no address for silent-" + version + ".held in time");
    }
  }

  /// A request that has gone to another upstream in the meantime is not sent there.
  @Test
  void anAddressThatIsFoundLateIsForTheNextRequests() throws Exception {
    CountDownLatch gone = new CountDownLatch(1);
    RawServer.Script script =
        (line, _, _) -> {
          gone.countDown();
          line.silence();
        };
    try (RawServer late = RawServer.start((line, _, _) -> line.json(200, "late"));
        RawServer other = RawServer.start(script);
        RelayRig rig = new RelayRig("http://late.held:" + late.port(), other.url());
        RawSocket _ = rig.common(RelayRig.POST)) {
      assertThat(RawServer.await(gone)).isTrue();
      HeldNames.letGo("late.held");
      try (RawSocket second = rig.client()) {
        for (int i = 0; i < 20; i++) {
          second.send(RelayRig.POST);
          assertThat(second.readUntil("late")).startsWith("HTTP/1.1 200 ");
        }
      }
      assertThat(late.requests()).hasSize(20);
    }
  }

  /// The first address would take the whole connect timeout.
  @Test
  void theNextAddressIsTriedWhereTheFirstSaysNothing() throws Exception {
    HeldNames.letGo("two.held");
    try (RawServer good = RawServer.start((line, _, _) -> line.json(200, "good"));
        FullPort _ = FullPort.open(HeldNames.second(), good.port());
        RelayRig rig = RelayRig.to(held("two", good.port(), 120_000))) {
      for (int i = 0; i < 3; i++) {
        try (RawSocket client = rig.common(RelayRig.POST)) {
          assertThat(client.readUntil("good")).startsWith("HTTP/1.1 200 ");
        }
      }
      assertThat(good.requests()).hasSize(3);
    }
  }

  /// The limits of three upstreams start together and end one after another. The second one's name
  /// is found when the first one's limit is over, and then it sends no HTTP/2 settings.
  @Test
  void oneLimitHoldsForTheLookUpAndTheSettings() throws Exception {
    BlockingQueue<String> reported = new LinkedBlockingQueue<>();
    try (ServerSocket mute = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      Map<String, Upstream> upstreams =
          Map.of(
              "/a", held("a", 1, 500),
              "/b", held("b", mute.getLocalPort(), 1500).over(HttpVersion.TWO),
              "/c", held("c", 1, 1800));
      Router router =
          (head, _) -> {
            Upstream upstream = Objects.requireNonNull(upstreams.get(head.target()));
            return new Route.Forward(upstream, looksSecret(upstream.name(), reported));
          };
      try (RelayRig rig = new RelayRig(router);
          RawSocket _ = rig.common("GET /a HTTP/1.1\r\nHost: g\r\n\r\n");
          RawSocket _ = rig.common("GET /b HTTP/1.1\r\nHost: g\r\n\r\n");
          RawSocket _ = rig.common("GET /c HTTP/1.1\r\nHost: g\r\n\r\n")) {
        assertThat(reported.poll(10, TimeUnit.SECONDS)).isEqualTo("a");
        HeldNames.letGo("b.held");
        assertThat(reported.poll(10, TimeUnit.SECONDS)).isEqualTo("b");
        assertThat(reported.poll(10, TimeUnit.SECONDS)).isEqualTo("c");
      }
    }
  }

  private static ExchangeListener looksSecret(String name, Queue<String> reported) {
    return new ExchangeListener() {
      @Override
      public void ended(ExchangeOutcome ending, long nanos) {
        reported.add(name);
      }
    };
  }
}
