package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.record.Outcome;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.FrameServer;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.PreflightException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Faults during an exchange on an HTTP/2 stream.
@Tag("fault")
final class Http2FaultTest {
  private static final String DONE = "data: [DONE]\n\n";
  private static final int ENHANCE_YOUR_CALM = 11;

  private static ClientRig rig(String url) {
    return new ClientRig(ClientRig.endpoint(url).over(HttpVersion.TWO), Timeouts.NONE);
  }

  private static Outcome outcome(FrameServer.Script script) throws Exception {
    try (FrameServer server = FrameServer.start(100, script);
        ClientRig rig = rig(server.url())) {
      return rig.ask().outcome();
    }
  }

  @Test
  void aResetNamesItsCode() throws Exception {
    assertThat(
            outcome((stream, _) -> {
              stream.events().data(Replay.delta("a"));
              stream.reset(FrameServer.INTERNAL_ERROR);
            }))
        .isEqualTo(new Outcome.Reset("the server reset the stream (INTERNAL_ERROR)"));
    assertThat(outcome((stream, _) -> stream.reset(ENHANCE_YOUR_CALM)))
        .isEqualTo(new Outcome.Reset("the server reset the stream (ENHANCE_YOUR_CALM)"));
  }

  @Test
  void aResetWithoutAnErrorIsATruncation() throws Exception {
    assertThat(
            outcome((stream, _) -> {
              stream.events().data(Replay.delta("a"));
              stream.reset(FrameServer.NO_ERROR);
            }))
        .isEqualTo(new Outcome.Truncated("no finish reason and no end event"));
  }

  @Test
  void aResetAfterTheEndChangesNothing() throws Exception {
    assertThat(
            outcome((stream, _) -> {
              stream.events().data(Replay.delta("a"), Replay.finish("stop"), DONE);
              stream.reset(FrameServer.INTERNAL_ERROR);
            }))
        .isEqualTo(new Outcome.Ok("stop"));
  }

  @Test
  void retriesOnceWhenTheStreamIsRefused() throws Exception {
    try (FrameServer server =
            FrameServer.start(
                100,
                (stream, number) -> {
                  if (number == 0) {
                    stream.reset(FrameServer.REFUSED_STREAM);
                  } else {
                    stream.events().data(Replay.delta("a"), DONE).end();
                  }
                });
        ClientRig rig = rig(server.url())) {
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
      assertThat(rig.onLoop(rig.client()::sentAgain)).isEqualTo(1);
      assertThat(server.requests()).isEqualTo(2);
    }
  }

  @Test
  void failsWhenTheStreamIsRefusedTwice() throws Exception {
    assertThat(outcome((stream, _) -> stream.reset(FrameServer.REFUSED_STREAM)))
        .isEqualTo(new Outcome.Refused("the server refused the stream (REFUSED_STREAM)"));
  }

  @Test
  void resendsRequestsThatAServerDidNotProcessBeforeGoAway() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    try (FrameServer server =
            FrameServer.start(
                100,
                (stream, number) -> {
                  both.countDown();
                  if (stream.id() == 5 && number < 2) {
                    assertThat(RawServer.await(both)).isTrue();
                    stream.goAway(3, FrameServer.NO_ERROR);
                  } else if (number < 2) {
                    assertThat(RawServer.await(both)).isTrue();
                    stream.events().data(Replay.delta("a"), DONE).end();
                  } else {
                    stream.events().data(Replay.delta("b"), DONE).end();
                  }
                });
        ClientRig rig = rig(server.url())) {
      CompletableFuture<Exchange> first = rig.start();
      CompletableFuture<Exchange> second = rig.start();
      assertThat(first.get(10, TimeUnit.SECONDS).text()).isEqualTo("a");
      assertThat(second.get(10, TimeUnit.SECONDS).text()).isEqualTo("b");
      assertThat(server.accepted()).isEqualTo(2);
      rig.await(() -> rig.client().openConnections() == 1);
    }
  }

  @Test
  void aLostConnectionFailsEachOfItsStreams() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    try (FrameServer server =
            FrameServer.start(
                100,
                (stream, number) -> {
                  stream.events().data(Replay.delta("a"));
                  both.countDown();
                  if (number == 1 && RawServer.await(both)) {
                    stream.cut();
                  }
                });
        ClientRig rig = rig(server.url())) {
      CompletableFuture<Exchange> first = rig.start();
      CompletableFuture<Exchange> second = rig.start();
      assertThat(first.get(10, TimeUnit.SECONDS).outcome().key()).isEqualTo("reset");
      assertThat(second.get(10, TimeUnit.SECONDS).outcome().key()).isEqualTo("reset");
      rig.await(() -> rig.client().openConnections() == 0);
    }
  }

  @Test
  void retriesOnAStaleConnection() throws Exception {
    try (FrameServer server =
            FrameServer.start(
                100,
                (stream, number) -> {
                  if (number == 1) {
                    stream.fin();
                  } else {
                    stream.events().data(Replay.delta("a"), DONE).end();
                  }
                });
        ClientRig rig = rig(server.url())) {
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
      assertThat(rig.onLoop(rig.client()::sentAgain)).isEqualTo(1);
    }
  }

  @Test
  void invalidFramesAreMalformed() throws Exception {
    assertThat(
            outcome(
                    (stream, _) -> {
                      stream.events();
                      stream.raw(FrameServer.frame(0, 0, 0, Bytes.of("data on no stream")));
                    })
                .key())
        .isEqualTo("malformed");
  }

  @Test
  void anInvalidHeaderIsMalformed() throws Exception {
    assertThat(outcome((stream, _) -> stream.head(200, "text/event-stream\r\nx: y", false)).key())
        .isEqualTo("malformed");
  }

  @Test
  void connectionRefused() throws Exception {
    try (ClientRig rig = rig("http://127.0.0.1:" + RawServer.deadPort())) {
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Refused("connection refused"));
    }
  }

  @Test
  void theConnectTimeOutCoversTheServersSettings() throws Exception {
    Timeouts limits = new Timeouts(TimeUnit.MILLISECONDS.toNanos(60), 0, 0, 0);
    try (RawServer server = RawServer.start((line, _, _) -> line.silence());
        ClientRig rig =
            new ClientRig(ClientRig.endpoint(server.url()).over(HttpVersion.TWO), limits)) {
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Timeout(Outcome.Timeout.Stage.CONNECT));
      rig.await(() -> rig.client().openConnections() == 0);
    }
  }

  @Test
  void thePreflightReportsAServerWithoutHttp2() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.json(400, "{}"))) {
      Endpoint endpoint = ClientRig.endpoint(server.url()).over(HttpVersion.TWO);
      assertThatThrownBy(
              () -> Preflight.probe(endpoint, PreflightOptions.of("m"), PreflightListener.NONE))
          .isInstanceOf(PreflightException.class)
          .hasMessageContaining("does not speak HTTP/2 without TLS. Leave out --http 2");
    }
  }
}
