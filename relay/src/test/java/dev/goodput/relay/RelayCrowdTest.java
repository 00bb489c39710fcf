package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.goodput.testing.BareClient;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.server.HttpHandler;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// Many connections at once, most of them idle.
@Tag("fault")
@Isolated
final class RelayCrowdTest {
  private static final int STALLED = 320;
  private static final int LONG_ANSWER = 320 << 10;
  private static final int CROWD = 10_000;
  private static final int OTHER_FILES = 1_000;
  private static final long QUIET_MILLIS = 300;
  private static final byte[] REQUEST = Bytes.of(RelayRig.POST);

  private final AtomicLong came = new AtomicLong();

  @Test
  void streamsOfClientsThatDoNotReadHoldUpNobodyElse() throws Exception {
    CountDownLatch requested = new CountDownLatch(STALLED);
    HttpHandler handler =
        (request, response) -> {
          boolean most = request.path().startsWith("/long");
          response.send(200, List.of(), new byte[most ? LONG_ANSWER : 2]);
          if (most) {
            requested.countDown();
          }
        };
    try (EventLoops loops = EventLoops.start(1);
        HttpServer server = HttpServer.start(ServerOptions.plain("127.0.0.1", 0), loops, handler);
        RelayRig rig = new RelayRig(counting(server.port()));
        BareClient stalled = BareClient.to(rig.relay().port(), true);
        BareClient other = BareClient.to(rig.relay().port(), true)) {
      for (int i = 0; i < STALLED; i++) {
        stalled.ask("/long", Bytes.of("{}"));
      }
      assertThat(requested.await(20, TimeUnit.SECONDS)).isTrue();
      awaitStandstill();
      other.ask("/short", Bytes.of("{}"));

      assertThat(other.rest().body()).hasSize(2);
      assertThat(rig.relay().counts().of(RelayCounts.Event.UPSTREAM_CONNECTED)).isEqualTo(1);
    }
  }

  private Router counting(int port) {
    Upstream upstream = Upstream.of("u", "http://127.0.0.1:" + port).over(HttpVersion.TWO);
    ExchangeListener counts =
        new ExchangeListener() {
          @Override
          public void written(int bytes, long nanos) {
            came.addAndGet(bytes);
          }
        };
    return (_, _) -> new Route.Forward(upstream, counts);
  }

  /// Waits until nothing more arrives for a while.
  private void awaitStandstill() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    long before = -1;
    while (before != came.get()) {
      before = came.get();
      assertThat(never.await(QUIET_MILLIS, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  @Test
  void losesNoneOfThousandsOfIdleClients() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.json(200, "ok"));
        RelayRig rig = new RelayRig(server.url());
        ManyClients many = ManyClients.of(size(), rig.relay().port())) {
      many.ask();
      assertThat(rig.relay().counts().open()).isEqualTo(many.clients.size());
      many.ask();

      assertThat(rig.relay().counts().of(RelayCounts.Event.ACCEPTED))
          .isEqualTo(many.clients.size());
      assertThat(rig.relay().counts().of(RelayCounts.Event.TURNED_AWAY)).isZero();
    }
  }

  /// Returns as many connections as the open-file limit allows; this process has both ends of each.
  private static int size() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      long free = system.getMaxFileDescriptorCount() - OTHER_FILES;
      return (int) Math.min(CROWD, free / 2);
    }
    return CROWD / 10;
  }

  private record ManyClients(List<SocketChannel> clients) implements Closeable {
    static ManyClients of(int size, int port) throws IOException {
      List<SocketChannel> clients = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        clients.add(
            SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
      }
      return new ManyClients(clients);
    }

    /// Lets each client send one request, one after another, and receive its response.
    void ask() throws IOException {
      ByteBuffer answer = ByteBuffer.allocate(1024);
      for (SocketChannel each : clients) {
        each.write(ByteBuffer.wrap(REQUEST));
        answer.clear();
        String text = "";
        while (!text.endsWith("ok")) {
          assertThat(each.read(answer)).isPositive();
          text = new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII);
        }
      }
    }

    @Override
    public void close() throws IOException {
      for (SocketChannel each : clients) {
        each.close();
      }
    }
  }
}
