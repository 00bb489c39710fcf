package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.FrameServer;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class Http2Test {
  private static final String DONE = "data: [DONE]\n\n";
  private static final Timeouts NONE = Timeouts.NONE;

  private static ClientRig rig(String url) {
    return new ClientRig(ClientRig.endpoint(url).over(HttpVersion.TWO), NONE);
  }

  private static void answer(FrameServer.Stream stream) throws java.io.IOException {
    stream.events().data(Replay.delta("a"), Replay.delta("b"), Replay.finish("stop"), DONE).end();
  }

  @Test
  void sendsManyRequestsOverOneConnection() throws Exception {
    try (FrameServer server = FrameServer.start(100, (stream, _) -> answer(stream));
        ClientRig rig = rig(server.url())) {
      for (int i = 0; i < 3; i++) {
        Exchange exchange = rig.ask();
        assertThat(exchange.outcome()).isEqualTo(new Outcome.Ok("stop"));
        assertThat(exchange.text()).isEqualTo("ab");
        assertThat(exchange.chunks().count()).isEqualTo(2);
      }
      assertThat(server.accepted()).isEqualTo(1);
      assertThat(rig.onLoop(rig.client()::openConnections)).isEqualTo(1);
    }
  }

  @Test
  void stampsEachStepInItsOrder() throws Exception {
    try (FrameServer server = FrameServer.start(100, (stream, _) -> answer(stream));
        ClientRig rig = rig(server.url())) {
      Exchange exchange = rig.ask();
      assertThat(exchange.connectedNanos()).isNotEqualTo(Stamps.ABSENT);
      assertThat(exchange.sentNanos()).isGreaterThanOrEqualTo(exchange.connectedNanos());
      assertThat(exchange.headersNanos()).isGreaterThan(exchange.sentNanos());
      assertThat(exchange.firstTokenNanos()).isGreaterThanOrEqualTo(exchange.headersNanos());
      assertThat(exchange.lastTokenNanos()).isGreaterThanOrEqualTo(exchange.firstTokenNanos());
      assertThat(exchange.endedNanos()).isGreaterThanOrEqualTo(exchange.lastTokenNanos());
    }
  }

  @Test
  void framesOfOneReadShareItsStamp() throws Exception {
    try (FrameServer server =
            FrameServer.start(
                100,
                (stream, _) -> {
                  byte[] event = Bytes.of(Replay.delta("a"));
                  byte[] frame = stream.part(event, 0, event.length, false);
                  stream.events().raw(Bytes.join(frame, frame, frame));
                  stream.data(DONE).end();
                });
        ClientRig rig = rig(server.url())) {
      var chunks = rig.ask().chunks().cursor();
      List<Long> stamps = new ArrayList<>();
      while (chunks.next()) {
        stamps.add(chunks.nanos());
      }
      assertThat(stamps).hasSize(3);
      assertThat(stamps.stream().distinct()).hasSize(1);
    }
  }

  @Test
  void skipsInterimHeadersAndTrailers() throws Exception {
    try (FrameServer server =
            FrameServer.start(
                100,
                (stream, _) -> {
                  stream.head(103, "", false).events().data(Replay.delta("a"), DONE);
                  stream.trailers("x-cost", "7");
                });
        ClientRig rig = rig(server.url())) {
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
    }
  }

  @Test
  void reportsTheStatusAndTheServersMessage() throws Exception {
    try (FrameServer server =
            FrameServer.start(
                100,
                (stream, _) ->
                    stream
                        .head(503, "application/json", false)
                        .data(Bytes.of("{\"error\":{\"message\":\"too busy\"}}"), true));
        ClientRig rig = rig(server.url())) {
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.HttpError(503, "too busy"));
    }
  }

  @Test
  void anEndWithoutAnEndEventIsATruncation() throws Exception {
    try (FrameServer server =
            FrameServer.start(100, (stream, _) -> stream.events().data(Replay.delta("a")).end());
        ClientRig rig = rig(server.url())) {
      assertThat(rig.ask().outcome().key()).isEqualTo("truncated");
    }
  }

  @Test
  void cancelsAStreamAtOnceAndKeepsItsConnection() throws Exception {
    try (FrameServer server =
            FrameServer.start(
                100,
                (stream, number) -> {
                  if (number == 0) {
                    stream.events().data(Replay.delta("a"));
                  } else {
                    answer(stream);
                  }
                });
        ClientRig rig = rig(server.url())) {
      Exchange left = rig.start((call, _) -> call.cancel()).get(10, TimeUnit.SECONDS);
      assertThat(left.outcome()).isEqualTo(new Outcome.Cancelled());
      assertThat(server.clientReset()).isEqualTo(FrameServer.CANCEL);
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok("stop"));
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void opensMoreConnectionsWhenAllStreamsAreInUse() throws Exception {
    List<FrameServer.Stream> held = new ArrayList<>();
    try (FrameServer server =
            FrameServer.start(
                2,
                (stream, _) -> {
                  synchronized (held) {
                    held.add(stream);
                    if (held.size() == 5) {
                      for (FrameServer.Stream each : held) {
                        answer(each);
                      }
                    }
                  }
                });
        ClientRig rig = rig(server.url())) {
      List<CompletableFuture<Exchange>> requested = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        requested.add(rig.start());
      }
      for (CompletableFuture<Exchange> each : requested) {
        assertThat(each.get(10, TimeUnit.SECONDS).outcome()).isEqualTo(new Outcome.Ok("stop"));
      }
      assertThat(server.accepted()).isEqualTo(3);
    }
  }

  @Test
  void carriesTwoThousandStreamsOnTwoConnections() throws Exception {
    int streams = 2_000;
    List<ServerResponse> waiting = new ArrayList<>();
    try (EventLoops loops = EventLoops.start(1);
        HttpServer server =
            HttpServer.start(
                ServerOptions.plain("127.0.0.1", 0),
                loops,
                (_, response) -> {
                  waiting.add(response);
                  if (waiting.size() == streams) {
                    waiting.forEach(each -> each.head(200, List.of()));
                    waiting.forEach(each -> each.body(Bytes.of(Replay.delta("a") + DONE)));
                    waiting.forEach(ServerResponse::end);
                  }
                });
        ClientRig rig = rig("http://127.0.0.1:" + server.port())) {
      List<CompletableFuture<Exchange>> requested = new ArrayList<>();
      for (int i = 0; i < streams; i++) {
        requested.add(rig.start());
      }
      for (CompletableFuture<Exchange> each : requested) {
        assertThat(each.get(60, TimeUnit.SECONDS).outcome()).isEqualTo(new Outcome.Ok(""));
      }
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void reportsAServerWithoutHttp2() throws Exception {
    String answer = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
    try (RawServer server = RawServer.start((line, _, _) -> line.print(answer));
        ClientRig rig = rig(server.url())) {
      assertThat(rig.ask().outcome())
          .isEqualTo(new Outcome.Refused("the server does not speak HTTP/2 there"));
    }
  }
}
