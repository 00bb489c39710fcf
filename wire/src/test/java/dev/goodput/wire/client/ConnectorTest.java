package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.record.Outcome.Timeout.Stage;
import dev.goodput.record.Stamps;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.FullPort;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Tls;
import dev.goodput.wire.dialect.Dialect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Servers with several addresses, some of which do not respond or refuse connections.
@Tag("fault")
final class ConnectorTest {
  private static final long LIMIT = 5_000_000_000L;
  private static final RawServer.Script ANSWER =
      (line, _, _) -> line.stream(Replay.delta("a"), Replay.finish("stop"), "data: [DONE]\n\n");

  private static final Endpoint EACH_ITS_OWN =
      new Endpoint(
          URI.create("http://several.example"),
          Dialect.named("chat"),
          List.of(),
          null,
          Tls.SYSTEM,
          true,
          List.of());

  private final EventLoops loops = EventLoops.start(1);
  private final Loop loop = loops.loops().getFirst();

  @AfterEach
  void close() {
    loops.close();
  }

  private static InetSocketAddress at(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /// Returns a socket that is bound but does not listen.
  private static Socket deaf() throws Exception {
    Socket bound = new Socket();
    bound.bind(at(0));
    return bound;
  }

  private static InetSocketAddress at(Socket bound) {
    return at(bound.getLocalPort());
  }

  private LlmClient client(long connectNanos, InetSocketAddress... addresses) {
    Timeouts timeouts = new Timeouts(connectNanos, LIMIT, LIMIT, LIMIT);
    return LlmClient.open(
        loop,
        EACH_ITS_OWN,
        new ClientOptions(NanoClock.SYSTEM.nanoTime(), timeouts, false, NanoClock.SYSTEM),
        List.of(addresses));
  }

  private Exchange ask(LlmClient client) throws Exception {
    CompletableFuture<Exchange> done = new CompletableFuture<>();
    loop.execute(() -> client.send(Bytes.of("{}"), true, done::complete));
    return done.get(10, TimeUnit.SECONDS);
  }

  @Test
  void triesTheNextAddressWhenTheFirstDoesNotRespond() throws Exception {
    try (FullPort silent = FullPort.open();
        RawServer good = RawServer.start(ANSWER);
        LlmClient client = client(LIMIT, at(silent.port()), at(good.port()))) {
      assertThat(ask(client).outcome()).isEqualTo(new Outcome.Ok("stop"));
    }
  }

  @Test
  void keepsTheAddressThatResponded() throws Exception {
    Socket deaf = deaf();
    InetSocketAddress first = at(deaf);
    try (RawServer good = RawServer.start(ANSWER);
        LlmClient client = client(LIMIT, first, at(good.port()))) {
      assertThat(ask(client).outcome()).isEqualTo(new Outcome.Ok("stop"));
      deaf.close();
      try (ServerSocket silent = new ServerSocket()) {
        silent.bind(first);
        assertThat(ask(client).outcome()).isEqualTo(new Outcome.Ok("stop"));
      }
      assertThat(good.requests()).hasSize(2);
    }
  }

  /// Waiting before each of that many addresses would exceed the connect timeout.
  @Test
  void triesTheNextAddressAtOnceAfterARefusal() throws Exception {
    try (Socket deaf = deaf();
        RawServer good = RawServer.start(ANSWER)) {
      List<InetSocketAddress> addresses = new ArrayList<>(Collections.nCopies(40, at(deaf)));
      addresses.add(at(good.port()));
      try (LlmClient client = client(LIMIT, addresses.toArray(InetSocketAddress[]::new))) {
        assertThat(ask(client).outcome()).isEqualTo(new Outcome.Ok("stop"));
      }
    }
  }

  @Test
  void isRefusedWhenEveryAddressRefuses() throws Exception {
    try (Socket deaf = deaf();
        LlmClient client = client(LIMIT, at(deaf), at(deaf))) {
      assertThat(ask(client).outcome()).isEqualTo(new Outcome.Refused("connection refused"));
    }
  }

  @Test
  void timesOutWhenNoAddressResponds() throws Exception {
    try (FullPort one = FullPort.open();
        FullPort other = FullPort.open();
        LlmClient client = client(400_000_000, at(one.port()), at(other.port()))) {
      Exchange exchange = ask(client);

      assertThat(exchange.outcome()).isEqualTo(new Outcome.Timeout(Stage.CONNECT));
      assertThat(exchange.connectedNanos()).isEqualTo(Stamps.ABSENT);
    }
  }
}
