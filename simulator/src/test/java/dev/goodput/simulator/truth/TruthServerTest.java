package dev.goodput.simulator.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.goodput.simulator.testing.RawClient;
import dev.goodput.simulator.testing.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TruthServerTest {
  private static final String CHAT = "/v1/chat/completions";
  private static final Pattern STAMP = Pattern.compile(" @ *(\\d+)");
  private static final TruthOptions OPTIONS = TruthOptions.of(2_000_000, 1_000_000, 20);

  private static String body(String more) {
    return "{\"messages\":[],\"stream\": true" + more + "}";
  }

  private static TruthStream ended(TruthServer server) {
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (server.streams().isEmpty()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.onSpinWait();
    }
    return server.streams().getFirst();
  }

  private static List<Long> stamps(Reply reply) {
    return STAMP.matcher(reply.content()).results().map(r -> Long.valueOf(r.group(1))).toList();
  }

  private static List<Long> sent(TruthStream stream) {
    return IntStream.range(0, stream.chunks()).mapToObj(stream::sentNanos).toList();
  }

  /// Returns the number of content events in each piece of the body; a write is framed as one
  /// piece.
  private static List<Integer> eventsByWrite(Reply reply) {
    return Stream.of(reply.text().split("\r\n", -1))
        .map(piece -> piece.split(" tok", -1).length - 1)
        .filter(events -> events > 0)
        .toList();
  }

  @Test
  void stampsEachChunkWithTheMomentItKeeps() {
    try (TruthServer server = TruthServer.start(OPTIONS)) {
      Reply reply =
          RawClient.post(server.port(), CHAT, body(",\"stream_options\":{\"include_usage\":true}"));
      long read = System.nanoTime();
      TruthStream stream = ended(server);
      List<Long> stamps = stamps(reply);
      assertThat(stamps).hasSize(20).isSorted().isEqualTo(sent(stream));
      assertThat(stamps.getLast()).isLessThan(read);
      assertThat(Reply.number(reply.body(), "completion_tokens")).isEqualTo(20);
      assertThat(reply.events().getLast()).isEqualTo("[DONE]");
    }
  }

  @Test
  void writesNothingBeforeItsPlannedMoment() {
    try (TruthServer server = TruthServer.start(OPTIONS)) {
      RawClient.post(server.port(), CHAT, body(""));
      TruthStream stream = ended(server);
      assertThat(stream.firstPlannedNanos()).isEqualTo(stream.receivedNanos() + 2_000_000);
      for (int i = 0; i < stream.chunks(); i++) {
        assertThat(stream.sentNanos(i))
            .isGreaterThanOrEqualTo(stream.firstPlannedNanos() + i * 1_000_000L);
      }
    }
  }

  @Test
  void endsHoweverMuchWouldFitAChunkAndAWrite() {
    TruthOptions options = OPTIONS.withTokensPerChunk(50_000).withEventsPerWrite(50_000);
    try (TruthServer server = TruthServer.start(options)) {
      Reply reply = RawClient.post(server.port(), CHAT, body(""));
      assertThat(eventsByWrite(reply)).containsExactly(20);
      assertThat(ended(server).chunks()).isOne();
    }
  }

  @Test
  void putsSeveralTokensIntoAChunkAndTheStampIntoAField() {
    TruthOptions options = OPTIONS.withTokensPerChunk(3).withStamps(TimestampPlacement.FIELD);
    try (TruthServer server = TruthServer.start(options)) {
      Reply reply = RawClient.post(server.port(), "/v1/completions", body(",\"max_tokens\":7"));
      List<String> events = reply.events();
      assertThat(events).hasSize(4);
      assertThat(reply.content()).isEqualTo(" tok".repeat(7));
      assertThat(events.subList(0, 3)).allMatch(e -> e.matches(".*\"sent_ns\": +\\d+}"));
      assertThat(ended(server).chunks()).isEqualTo(3);
    }
  }

  @Test
  void writesSeveralEventsAtOneMoment() {
    try (TruthServer server = TruthServer.start(OPTIONS.withEventsPerWrite(4))) {
      Reply reply = RawClient.post(server.port(), CHAT, body(",\"max_tokens\":10"));
      TruthStream stream = ended(server);
      assertThat(stamps(reply)).containsExactlyElementsOf(sent(stream)).hasSize(10);
      for (int i = 0; i < 10; i++) {
        int first = i / 4 * 4;
        assertThat(stream.sentNanos(i))
            .isEqualTo(stream.sentNanos(first))
            .isGreaterThanOrEqualTo(stream.firstPlannedNanos() + first * 1_000_000L);
      }
      assertThat(sent(stream).stream().distinct()).hasSize(3);
      assertThat(eventsByWrite(reply)).containsExactly(4, 4, 2);
      assertThat(server.contentEvents()).isEqualTo(10);
    }
  }

  @Test
  void endsAnAnswerThatFillsNeitherItsLastEventNorItsLastWrite() {
    TruthOptions options = OPTIONS.withTokensPerChunk(3).withEventsPerWrite(2);
    try (TruthServer server = TruthServer.start(options.withStamps(TimestampPlacement.FIELD))) {
      Reply reply = RawClient.post(server.port(), "/v1/completions", body(",\"max_tokens\":8"));
      List<String> events = reply.events();
      assertThat(reply.content()).isEqualTo(" tok".repeat(8));
      assertThat(events).hasSize(4);
      assertThat(events.subList(0, 3)).allMatch(e -> e.matches(".*\"sent_ns\": +\\d+}"));
      assertThat(events.subList(0, 2)).allMatch(e -> e.contains("\"finish_reason\":null"));
      assertThat(events.get(2)).contains("\"finish_reason\":\"length\"");
      assertThat(sent(ended(server))).hasSize(3);
    }
  }

  @Test
  void refusesOptionsThatMakeNoSense() {
    assertThatIllegalArgumentException().isThrownBy(() -> OPTIONS.withEventsPerWrite(0));
    assertThatIllegalArgumentException().isThrownBy(() -> TruthOptions.of(-1, 0, 1));
  }

  @Test
  void paysManyStreamsAtOnce() {
    TruthOptions options = OPTIONS.withStamps(TimestampPlacement.NONE).withLoops(2);
    try (TruthServer server = TruthServer.start(options)) {
      List<RawClient> clients = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        RawClient client = new RawClient(server.port());
        clients.add(client.send(RawClient.request("POST", CHAT, body(""), true)));
      }
      for (RawClient client : clients) {
        Reply reply = client.readAll();
        client.close();
        assertThat(reply.content()).isEqualTo(" tok".repeat(20));
      }
      assertThat(server.begun()).isEqualTo(40);
    }
  }

  @Test
  void forgetsAStreamWhoseClientLeaves() {
    try (TruthServer server = TruthServer.start(TruthOptions.of(0, 1_000_000, 1_000_000))) {
      try (RawClient client = new RawClient(server.port())) {
        client.send(RawClient.request("POST", CHAT, body(""), false));
        client.readUntil(" tok");
      }
      assertThat(ended(server).chunks()).isBetween(1, 100_000);
    }
  }

  @Test
  void saysWhatItOffers() {
    try (TruthServer server = TruthServer.start(OPTIONS)) {
      assertThat(RawClient.get(server.port(), "/v1/models").body()).contains("\"id\":\"truth\"");
      assertThat(RawClient.post(server.port(), CHAT, "{}").status()).isEqualTo(400);
      assertThat(server.url()).isEqualTo("http://127.0.0.1:" + server.port());
    }
  }
}
