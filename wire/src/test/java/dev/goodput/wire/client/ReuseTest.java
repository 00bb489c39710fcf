package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.Transport;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// The reuse of connections between two calls, with a clock that stands still unless moved.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ParameterizedClass
@ValueSource(booleans = {false, true})
final class ReuseTest {
  private static final String DONE = "data: [DONE]\n\n";
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private final HandClock clock = new HandClock();
  private final boolean keepsText;

  ReuseTest(boolean keepsText) {
    this.keepsText = keepsText;
  }

  private interface Check {
    void of(RawServer server, ClientRig rig) throws Exception;
  }

  private void against(RawServer.Script script, Check check) throws Exception {
    against(script, Timeouts.NONE, check);
  }

  private void against(RawServer.Script script, Timeouts timeouts, Check check) throws Exception {
    try (RawServer server = RawServer.start(script);
        ClientRig rig =
            new ClientRig(
                ClientRig.endpoint(server.url()),
                new ClientOptions(clock.nanoTime(), timeouts, keepsText, clock),
                Transport.preferred())) {
      check.of(server, rig);
    }
  }

  private static void answerWithoutEnd(RawServer.Line line) throws java.io.IOException {
    line.print(Replay.HEAD);
    for (String each : new String[] {Replay.delta("a"), DONE}) {
      line.print(Integer.toHexString(each.length()) + "\r\n" + each + "\r\n");
    }
  }

  @Test
  void doesNotRetryARequestThatMayHaveStarted() throws Exception {
    CountDownLatch requested = new CountDownLatch(1);
    CountDownLatch later = new CountDownLatch(1);
    RawServer.Script drops =
        (line, _, number) -> {
          if (number == 1) {
            requested.countDown();
            boolean _ = RawServer.await(later);
            line.fin();
          } else {
            line.stream(Replay.delta("a"), DONE);
          }
        };
    against(
        drops,
        (server, rig) -> {
          assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
          CompletableFuture<Exchange> dropped = rig.start();
          assertThat(RawServer.await(requested)).isTrue();
          // The loop is past the write, and the request is stamped as sent.
          assertThat(rig.onLoop(rig.client()::openConnections)).isEqualTo(1);
          clock.forward(SECOND);
          later.countDown();
          assertThat(dropped.get(10, TimeUnit.SECONDS).outcome())
              .isEqualTo(new Outcome.Reset("the server closed the connection without an answer"));
          assertThat(server.requests()).hasSize(2);
          assertThat(rig.onLoop(rig.client()::sentAgain)).isZero();
        });
  }

  @Test
  void countsRetries() throws Exception {
    RawServer.Script stale =
        (line, _, number) -> {
          if (number == 1) {
            clock.forward(TimeUnit.MILLISECONDS.toNanos(30));
            line.reset();
          } else {
            line.stream(Replay.delta("a"), DONE);
          }
        };
    long connect = TimeUnit.MILLISECONDS.toNanos(20);
    against(
        stale,
        new Timeouts(connect, 0, 0, 0),
        (server, rig) -> {
          assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
          assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
          assertThat(server.requests()).hasSize(3);
          assertThat(rig.onLoop(rig.client()::sentAgain)).isEqualTo(1);
        });
  }

  @Test
  void reopensConnectionsThatTheServerWillHaveClosed() throws Exception {
    RawServer.Script announces =
        (line, _, _) ->
            line.print(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                    + "Keep-Alive: timeout=5\r\n\r\n{}");
    against(
        announces,
        (server, rig) -> {
          Exchange _ = rig.ask();
          clock.forward(4 * SECOND - 1);
          Exchange _ = rig.ask();
          assertThat(server.accepted()).isEqualTo(1);
          clock.forward(4 * SECOND);
          Exchange _ = rig.ask();
          assertThat(server.accepted()).isEqualTo(2);
        });
  }

  private static Request request() {
    return new Request(
        RequestTemplate.post(ClientRig.endpoint("http://127.0.0.1:1")), Bytes.of("x"));
  }

  @Test
  void countsTheConnectTimeoutFromTheConnectInProgress() throws Exception {
    against(
        (line, _, _) -> line.silence(),
        new Timeouts(7, 0, 0, 0),
        (server, rig) -> {
          LiveCall call =
              rig.onLoop(
                  () -> new LiveCall(rig.client(), request(), true, _ -> new RawBody(), _ -> {}));
          clock.forward(SECOND);
          rig.onLoop(() -> {
            call.connectsFrom(SECOND);
            return call;
          });
          assertThat(call.deadlineNanos()).isEqualTo(SECOND + 7);
        });
  }

  @Test
  void doesNotKeepARequestThatCannotBeSentAgain() throws Exception {
    CountDownLatch requested = new CountDownLatch(1);
    RawServer.Script silent =
        (line, _, number) -> {
          if (number == 0) {
            line.stream(Replay.delta("a"), DONE);
          } else {
            requested.countDown();
            line.silence();
          }
        };
    against(
        silent,
        (server, rig) -> {
          rig.ask();
          LiveCall reused = rig.onLoop(() -> rig.client().ask(Bytes.of("{}"), true, _ -> {}));
          LiveCall fresh = rig.onLoop(() -> rig.client().ask(Bytes.of("{}"), true, _ -> {}));
          assertThat(RawServer.await(requested)).isTrue();
          assertThat(rig.onLoop(() -> reused.request() != null)).isTrue();
          clock.forward(SECOND);
          rig.await(() -> reused.request() == null && fresh.request() == null);
        });
  }

  @Test
  void reportsTheEndAtOnceWhenAnotherConnectionIsAvailable() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    CountDownLatch end = new CountDownLatch(1);
    RawServer.Script late =
        (line, _, number) -> {
          both.countDown();
          if (number < 2) {
            boolean _ = RawServer.await(both);
            line.stream(Replay.delta("a"), DONE);
          } else {
            answerWithoutEnd(line);
            boolean _ = RawServer.await(end);
            line.print("0\r\n\r\n");
          }
        };
    against(
        late,
        (server, rig) -> {
          CompletableFuture<Exchange> first = rig.start();
          rig.ask();
          first.get(10, TimeUnit.SECONDS);
          rig.await(() -> rig.client().idleConnections() == 2);
          assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
          end.countDown();
          for (int i = 0; i < 5; i++) {
            assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
          }
          assertThat(server.accepted()).isEqualTo(2);
        });
  }

  @Test
  void doesNotWaitForABodyAfterALateOne() throws Exception {
    CountDownLatch requested = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    RawServer.Script late =
        (line, _, _) -> {
          answerWithoutEnd(line);
          requested.countDown();
          boolean _ = RawServer.await(end);
          line.print("0\r\n\r\n");
        };
    against(
        late,
        (server, rig) -> {
          CompletableFuture<Exchange> first = rig.start();
          assertThat(RawServer.await(requested)).isTrue();
          while (!first.isDone()) {
            clock.forward(TimeUnit.MILLISECONDS.toNanos(1));
            Thread.onSpinWait();
          }
          Exchange exchange = first.get(10, TimeUnit.SECONDS);
          assertThat(exchange.outcome()).isEqualTo(new Outcome.Ok(""));
          assertThat(clock.nanoTime() - exchange.endedNanos())
              .as("stamped at the end event, told after the wait")
              .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(5));
          assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
          end.countDown();
        });
  }

  @Test
  void sendsFromTheEndCallbackOfAnotherCall() throws Exception {
    against(
        (line, _, _) -> line.stream(Replay.delta("a"), DONE),
        (server, rig) -> {
          CompletableFuture<Exchange> done = new CompletableFuture<>();
          LlmClient client = rig.client();
          rig.loop()
              .execute(() ->
                  client.send(
                      Bytes.of("{}"),
                      true,
                      _ -> client.send(Bytes.of("{}"), true, done::complete)));
          assertThat(done.get(10, TimeUnit.SECONDS).outcome()).isEqualTo(new Outcome.Ok(""));
          assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
        });
  }

  @Test
  void twoResponsesOrAnEndInOneReadAffectOnlyTheConnection() throws Exception {
    String whole = "HTTP/1.1 500 X\r\nContent-Length: 1\r\n\r\na";
    RawServer.Script tooMuch =
        (line, _, number) -> {
          line.print(number % 2 == 0 ? whole + whole : whole);
          if (number % 2 == 1) {
            line.fin();
          }
        };
    against(
        tooMuch,
        (server, rig) -> {
          for (int i = 0; i < 6; i++) {
            assertThat(rig.ask().outcome()).as("%d", i).isEqualTo(new Outcome.HttpError(500, "a"));
          }
        });
  }
}
