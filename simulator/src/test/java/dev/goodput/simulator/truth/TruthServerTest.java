package dev.goodput.simulator.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.testing.RawClient;
import dev.goodput.simulator.testing.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  @Test
  void stampsEachChunkWithTheMomentItKeeps() {
    try (TruthServer server = TruthServer.start(OPTIONS)) {
      Reply reply =
          RawClient.post(server.port(), CHAT, body(",\"stream_options\":{\"include_usage\":true}"));
      long read = System.nanoTime();
      TruthStream stream = ended(server);
      List<Long> stamps = new ArrayList<>();
      Matcher matcher = STAMP.matcher(reply.content());
      while (matcher.find()) {
        stamps.add(Long.parseLong(matcher.group(1)));
      }
      assertThat(stamps).hasSize(20).isSorted();
      assertThat(stream.chunks()).isEqualTo(20);
      for (int i = 0; i < 20; i++) {
        assertThat(stamps.get(i)).isEqualTo(stream.sentNanos(i));
      }
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
  void putsSeveralTokensIntoAChunkAndTheStampIntoAField() {
    TruthOptions options = OPTIONS.withTokensPerChunk(3).withStamps(StampPlace.FIELD);
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
  void paysManyStreamsAtOnce() {
    TruthOptions options = OPTIONS.withStamps(StampPlace.NONE).withLoops(2);
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
