package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.record.Outcome.Timeout.Stage;
import dev.goodput.record.Stamps;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.FullPort;
import dev.goodput.testing.RawServer;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// Faults during an exchange.
@Tag("fault")
@ParameterizedClass
@ValueSource(booleans = {false, true})
final class FaultTest {
  private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(60);
  // Long enough that no pause of a busy machine within an answer looks like it.
  private static final long SILENCE = TimeUnit.SECONDS.toNanos(1);
  private static final long LONG = TimeUnit.SECONDS.toNanos(20);

  private final boolean keepsText;
  private final Semaphore read = new Semaphore(0);

  FaultTest(boolean keepsText) {
    this.keepsText = keepsText;
  }

  private Exchange ask(RawServer.Script script, Timeouts timeouts) throws Exception {
    try (RawServer server = RawServer.start(script);
        ClientRig rig = ClientRig.of(server.url(), timeouts, keepsText)) {
      return rig.start((_, events) -> read.release(events)).get(10, TimeUnit.SECONDS);
    }
  }

  private Exchange ask(RawServer.Script script) throws Exception {
    return ask(script, Timeouts.NONE);
  }

  /// Sends three chunks, each in its own write, as is typical.
  private void begin(RawServer.Line line) throws java.io.IOException, InterruptedException {
    line.print(Replay.HEAD);
    for (String each : List.of("a", "b", "c")) {
      print(line, Replay.delta(each));
      assertThat(read.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void print(RawServer.Line line, String event) throws java.io.IOException {
    line.print(Integer.toHexString(event.length()) + "\r\n" + event + "\r\n");
  }

  @Test
  void refused() throws Exception {
    try (ClientRig rig = ClientRig.of("http://127.0.0.1:" + RawServer.deadPort())) {
      Exchange exchange = rig.ask();
      assertThat(exchange.outcome()).isEqualTo(new Outcome.Refused("connection refused"));
      assertThat(exchange.connectedNanos()).isEqualTo(Stamps.ABSENT);
      assertThat(exchange.endedNanos()).isPositive();
      assertThat(rig.onLoop(rig.client()::refusedLocally)).isZero();
    }
  }

  @Test
  void anUnknownHostIsRefused() throws Exception {
    try (ClientRig rig = ClientRig.of("http://no-such-host.invalid")) {
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Refused("unknown host"));
    }
  }

  @Test
  void resetMidStream() throws Exception {
    Exchange exchange =
        ask((line, _, _) -> {
          begin(line);
          line.reset();
        });
    assertThat(exchange.outcome().key()).isEqualTo("reset");
  }

  @Test
  void aCompleteResponseEndedByItsConnectionKeepsItsContent() throws Exception {
    String answer = "{\"choices\":[{\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}";
    Exchange exchange =
        ask((line, _, _) -> {
          line.print("HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n" + answer);
          line.fin();
        });
    assertThat(exchange.outcome()).isEqualTo(new Outcome.Ok("stop"));
    assertThat(read.availablePermits()).isEqualTo(exchange.chunks().count()).isPositive();
  }

  @Test
  void endedMidStream() throws Exception {
    Exchange exchange =
        ask((line, _, _) -> {
          begin(line);
          line.fin();
        });
    assertThat(exchange.outcome().key()).isEqualTo("truncated");
    assertThat(exchange.chunks().count()).isEqualTo(3);
  }

  @Test
  void resetAfterTheEndEventIsStillSuccess() throws Exception {
    Exchange exchange =
        ask((line, _, _) -> {
          begin(line);
          print(line, "data: [DONE]\n\n");
          line.reset();
        });
    assertThat(exchange.outcome().failure()).as("%s", exchange.outcome()).isFalse();
  }

  @Test
  void noFirstTokenInTime() throws Exception {
    Exchange exchange =
        ask(
            (line, _, _) -> {
              line.print(Replay.HEAD);
              print(line, ": ping\n\n");
              line.silence();
            },
            new Timeouts(LONG, SHORT, LONG, LONG));
    assertThat(exchange.outcome()).isEqualTo(new Outcome.Timeout(Stage.FIRST_TOKEN));
    assertThat(exchange.endedNanos() - exchange.sentNanos()).isGreaterThanOrEqualTo(SHORT);
    assertThat(exchange.firstTokenNanos()).isEqualTo(Stamps.ABSENT);
  }

  @Test
  void idleForTooLong() throws Exception {
    Exchange exchange =
        ask(
            (line, _, _) -> {
              begin(line);
              line.silence();
            },
            new Timeouts(LONG, LONG, SILENCE, LONG));
    assertThat(exchange.outcome()).isEqualTo(new Outcome.Timeout(Stage.IDLE));
    assertThat(exchange.chunks().count()).isEqualTo(3);
    assertThat(exchange.endedNanos() - exchange.lastTokenNanos()).isGreaterThanOrEqualTo(SILENCE);
  }

  @Test
  void exceedsTheTotalTimeout() throws Exception {
    Exchange exchange = ask((line, _, _) -> line.silence(), new Timeouts(LONG, LONG, LONG, SHORT));
    assertThat(exchange.outcome()).isEqualTo(new Outcome.Timeout(Stage.TOTAL));
  }

  @Test
  void aListenerThatFailsAtATimeoutDelaysNoOtherRequest() throws Exception {
    CallListener failing =
        _ -> {
          throw new IllegalStateException("a listener that fails on purpose");
        };
    try (RawServer server = RawServer.start((line, _, _) -> line.silence());
        ClientRig rig =
            ClientRig.of(server.url(), new Timeouts(LONG, LONG, LONG, SHORT), keepsText)) {
      long begin = System.nanoTime();
      var _ = rig.onLoop(() -> rig.client().send(Bytes.of("{}"), true, failing));
      // The other request times out some slots of the wheel later.
      rig.await(() -> System.nanoTime() - begin > SHORT / 3);

      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Timeout(Stage.TOTAL));
    }
  }

  @Test
  void noConnectionInTime() throws Exception {
    try (FullPort port = FullPort.open();
        ClientRig rig =
            new ClientRig(
                ClientRig.endpoint("http://127.0.0.1:" + port.port()),
                new Timeouts(SHORT, LONG, LONG, LONG))) {
      Exchange exchange = rig.ask();
      assertThat(exchange.outcome()).isEqualTo(new Outcome.Timeout(Stage.CONNECT));
      assertThat(exchange.connectedNanos()).isEqualTo(Stamps.ABSENT);
    }
  }

  @Test
  void aHandshakeThatDoesNotEndLeavesNoSocket() throws Exception {
    try (RawServer silent = RawServer.start((line, _, _) -> line.silence());
        ClientRig rig =
            new ClientRig(
                ClientRig.endpoint("https://127.0.0.1:" + silent.port()),
                new Timeouts(SHORT, LONG, LONG, LONG))) {
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Timeout(Stage.CONNECT));
      assertThat(silent.someoneLeft()).isTrue();
      assertThat(rig.onLoop(rig.client()::openConnections)).isZero();
    }
  }

  @Test
  void aStatusTakesPrecedenceOverABodyThatNeverEnds() throws Exception {
    RawServer.Script halfError =
        (line, _, _) -> {
          line.print("HTTP/1.1 503 Busy\r\nContent-Length: 99\r\n\r\nbusy");
          line.silence();
        };
    Outcome busy = new Outcome.HttpError(503, "busy");
    assertThat(ask(halfError, new Timeouts(LONG, SHORT, LONG, LONG)).outcome()).isEqualTo(busy);
    assertThat(ask(halfError).outcome()).isEqualTo(busy);
  }

  @Test
  void anErrorEventTakesPrecedenceOverALaterReset() throws Exception {
    Exchange exchange =
        ask((line, _, _) -> {
          begin(line);
          print(line, "data: {\"error\":\"engine died\"}\n\n");
          line.reset();
        });
    assertThat(exchange.outcome()).isEqualTo(new Outcome.ErrorEvent("engine died"));
  }

  @Test
  void anErrorEventEndsASilentStream() throws Exception {
    Exchange exchange =
        ask((line, _, _) -> {
          begin(line);
          print(line, "data: {\"error\":\"engine died\"}\n\n");
          line.silence();
        });
    assertThat(exchange.outcome()).isEqualTo(new Outcome.ErrorEvent("engine died"));
    assertThat(exchange.chunks().count()).isEqualTo(3);
    assertThat(exchange.endedNanos()).isGreaterThanOrEqualTo(exchange.lastTokenNanos());
  }

  @Test
  void notHttpAtAll() throws Exception {
    Exchange exchange = ask((line, _, _) -> line.print("220 smtp ready\r\n\r\n"));
    assertThat(exchange.outcome().key()).isEqualTo("malformed");
  }

  @Test
  void overloadedWithRetryAfter() throws Exception {
    Exchange exchange =
        ask((line, _, _) ->
            line.print(
                "HTTP/1.1 429 Slow\r\nRetry-After: 3\r\nContent-Length: 16\r\n\r\n"
                    + "{\"error\":\"busy\"}"));
    assertThat(exchange.outcome()).isEqualTo(new Outcome.HttpError(429, "busy"));
    assertThat(exchange.retryAfterSeconds()).isEqualTo(3);
  }
}
