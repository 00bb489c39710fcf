package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import dev.goodput.wire.Transport;
import dev.goodput.wire.dialect.Dialect;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The client against a real server on a real socket.
@ParameterizedClass
@ValueSource(booleans = {false, true})
final class LlmClientTest {
  private static final String[] ANSWER = {
    Replay.delta("a"), Replay.delta("b"), Replay.finish("stop"), "data: [DONE]\n\n"
  };

  private final boolean keepsText;

  LlmClientTest(boolean keepsText) {
    this.keepsText = keepsText;
  }

  private ClientRig rig(RawServer server) {
    return ClientRig.of(server.url(), Timeouts.NONE, keepsText);
  }

  @Test
  void measuresAStream() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.stream(ANSWER));
        ClientRig rig = rig(server)) {
      Exchange exchange = rig.ask();
      assertThat(exchange.outcome()).isEqualTo(new Outcome.Ok("stop"));
      assertThat(exchange.chunks().count()).isEqualTo(2);
      assertThat(exchange.text()).isEqualTo(keepsText ? "ab" : null);
      assertThat(exchange.otherText()).isEqualTo(keepsText ? "" : null);
      assertThat(
              List.of(
                  0L,
                  exchange.connectedNanos(),
                  exchange.sentNanos(),
                  exchange.headersNanos(),
                  exchange.firstByteNanos(),
                  exchange.firstTokenNanos(),
                  exchange.lastTokenNanos(),
                  exchange.endedNanos()))
          .isSorted();
    }
  }

  @ParameterizedTest
  @EnumSource
  void measuresManyStreamsAtOnceOnEveryTransportThatWorksHere(Transport transport)
      throws Exception {
    Transport works = transport.available() ? transport : Transport.NIO;
    try (RawServer server = RawServer.start((line, _, _) -> line.stream(ANSWER));
        ClientRig rig = ClientRig.of(server.url(), Timeouts.NONE, keepsText, works)) {
      List<CompletableFuture<Exchange>> all = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        all.add(rig.start());
      }
      for (CompletableFuture<Exchange> each : all) {
        Exchange exchange = each.get(10, TimeUnit.SECONDS);
        assertThat(exchange.outcome()).isEqualTo(new Outcome.Ok("stop"));
        assertThat(exchange.text()).isEqualTo(keepsText ? "ab" : null);
      }
    }
  }

  @Test
  void sendsHeadersKeyAndBody() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.stream(ANSWER))) {
      Endpoint endpoint =
          new Endpoint(
              URI.create(server.url() + "/prefix"),
              Dialect.named("chat"),
              List.of(new Header("X-Team", "a b"), new Header("user-agent", "mine")),
              Secret.of("sk-1", "test"),
              Tls.SYSTEM,
              false,
              List.of());
      try (ClientRig rig = new ClientRig(endpoint, Timeouts.NONE)) {
        rig.ask();
      }
      assertThat(server.requests().getFirst())
          .startsWith("POST /prefix/v1/chat/completions HTTP/1.1\r\n")
          .contains("\r\nHost: 127.0.0.1:" + server.port() + "\r\n")
          .contains("\r\nAuthorization: Bearer sk-1\r\n")
          .contains("\r\nX-Team: a b\r\n")
          .contains("\r\nuser-agent: mine\r\n")
          .doesNotContain("goodput")
          .doesNotContainIgnoringCase("accept-encoding")
          .endsWith("\r\nContent-Length: 2\r\n\r\n{}");
    }
  }

  @Test
  void reusesAConnection() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.stream(ANSWER));
        ClientRig rig = rig(server)) {
      for (int i = 0; i < 5; i++) {
        assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok("stop"));
      }
      assertThat(server.accepted()).isEqualTo(1);
      assertThat(rig.onLoop(rig.client()::openConnections)).isEqualTo(1);
    }
  }

  @Test
  void opensAConnectionPerRequestWhenConfigured() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.stream(ANSWER))) {
      Endpoint plain = ClientRig.endpoint(server.url());
      Endpoint each =
          new Endpoint(
              plain.baseUrl(), plain.dialect(), List.of(), null, Tls.SYSTEM, true, List.of());
      try (ClientRig rig = new ClientRig(each, Timeouts.NONE)) {
        rig.ask();
        rig.ask();
        // The exchange ends with its end event, the connection's use with the end of the body.
        rig.await(() -> rig.client().openConnections() == 0);
      }
      assertThat(server.accepted()).isEqualTo(2);
      assertThat(server.requests().getFirst()).contains("\r\nConnection: close\r\n");
    }
  }

  @Test
  void closesAConnectionThatTheServerWillClose() throws Exception {
    try (RawServer server =
            RawServer.start((line, _, _) -> {
              line.print(
                  "HTTP/1.1 200 OK\r\n"
                      + "Content-Type: text/event-stream\r\n"
                      + "Connection: close\r\n\r\n");
              line.print(String.join("", ANSWER));
              line.fin();
            });
        ClientRig rig = rig(server)) {
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok("stop"));
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok("stop"));
      assertThat(server.accepted()).isEqualTo(2);
    }
  }

  @Test
  void retriesOnceOnAStalePooledConnection() throws Exception {
    try (RawServer server =
            RawServer.start((line, _, number) -> {
              if (number == 1) {
                line.reset();
              } else {
                line.stream(ANSWER);
              }
            });
        ClientRig rig = rig(server)) {
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok("stop"));
      Exchange second = rig.ask();
      assertThat(second.outcome()).isEqualTo(new Outcome.Ok("stop"));
      assertThat(second.chunks().count()).isEqualTo(2);
      assertThat(server.accepted()).isEqualTo(2);
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void doesNotRetryOnANewConnection() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.fin());
        ClientRig rig = rig(server)) {
      Exchange exchange = rig.ask();
      assertThat(exchange.outcome()).isInstanceOf(Outcome.Reset.class);
      assertThat(exchange.headersNanos()).isEqualTo(Stamps.ABSENT);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void doesNotReuseAConnectionWithExtraBytes() throws Exception {
    try (RawServer server =
            RawServer.start(
                (line, _, _) -> line.print("HTTP/1.1 500 X\r\nContent-Length: 1\r\n\r\nabc"));
        ClientRig rig = rig(server)) {
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.HttpError(500, "a"));
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.HttpError(500, "a"));
      assertThat(server.accepted()).isEqualTo(2);
    }
  }

  @Test
  void endsAtTheEndEventThoughTheBodyContinues() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (RawServer server =
            RawServer.start((line, _, number) -> {
              line.print(Replay.HEAD);
              line.print(Bytes.of("2f\r\n" + Replay.delta("a").substring(0, 47) + "\r\n"));
              String rest = Replay.delta("a").substring(47) + "data: [DONE]\n\n";
              line.print(Integer.toHexString(rest.length()) + "\r\n" + rest + "\r\n");
              RawServer.await(end);
              line.print("0\r\n\r\n");
            });
        ClientRig rig = rig(server)) {
      Exchange exchange = rig.ask();
      assertThat(exchange.outcome()).isEqualTo(new Outcome.Ok(""));
      assertThat(exchange.endedNanos()).isEqualTo(exchange.lastTokenNanos());
      end.countDown();
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
    }
  }

  private static String chunk(String event) {
    return Integer.toHexString(event.length()) + "\r\n" + event + "\r\n";
  }

  @Test
  void cancelsInTheMiddleOfAnAnswer() throws Exception {
    CompletableFuture<Boolean> left = new CompletableFuture<>();
    Semaphore read = new Semaphore(0);
    try (RawServer server =
            RawServer.start((line, _, _) -> {
              line.print(Replay.HEAD);
              for (int i = 0; i < 3; i++) {
                line.print(chunk(Replay.delta("a")));
                assertThat(read.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
              }
              left.complete(line.clientLeft());
            });
        ClientRig rig = rig(server)) {
      AtomicInteger received = new AtomicInteger();
      CompletableFuture<Exchange> done =
          rig.start((call, events) -> {
            read.release(events);
            if (received.addAndGet(events) == 3) {
              call.cancel();
              call.cancel();
            }
          });
      Exchange exchange = done.get(10, TimeUnit.SECONDS);
      assertThat(exchange.outcome()).isEqualTo(new Outcome.Cancelled());
      assertThat(exchange.chunks().count()).isEqualTo(3);
      assertThat(left.get(10, TimeUnit.SECONDS)).isTrue();
      assertThat(rig.onLoop(rig.client()::openConnections)).isZero();
    }
  }

  /// A call that is cancelled at an event still gets the whole read that contained it, whatever
  /// path its parts took.
  @Test
  void reportsEachReadOnceAndCompletely() throws Exception {
    String last =
        Replay.delta("d")
            .replace("}\n\n", ",\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":9}}\n\n");
    Semaphore read = new Semaphore(0);
    try (RawServer server =
            RawServer.start((line, _, _) -> {
              line.print(Replay.HEAD + chunk(Replay.delta("a")));
              assertThat(read.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
              line.print(chunk(Replay.delta("b")).repeat(3) + chunk(last));
              line.silence();
            });
        ClientRig rig = rig(server)) {
      List<Integer> received = new ArrayList<>();
      CompletableFuture<Exchange> done =
          rig.start((call, events) -> {
            read.release(events);
            received.add(events);
            if (received.size() == 2) {
              call.cancel();
            }
          });
      Exchange exchange = done.get(10, TimeUnit.SECONDS);
      assertThat(received).containsExactly(1, 4);
      assertThat(exchange.chunks().count()).isEqualTo(5);
      assertThat(exchange.tokens().usageOutput()).isEqualTo(9);
    }
  }

  @Test
  void reportsInFlightRequestsOnClose() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.silence());
        ClientRig rig = rig(server)) {
      CompletableFuture<Exchange> waiting = rig.start();
      rig.onLoop(rig.client()::openConnections);
      rig.client().close();
      assertThat(waiting.get(10, TimeUnit.SECONDS).outcome().key()).isIn("reset", "refused");
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Refused("the client was closed"));
    }
  }
}
