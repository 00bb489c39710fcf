package dev.goodput.simulator.http;

import static dev.goodput.simulator.http.ServerFixture.chat;
import static dev.goodput.simulator.http.ServerFixture.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.testing.Reply;
import dev.goodput.simulator.text.PieceTokenizer;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void sendsTheFirstTokenAloneThenSeveralInAChunk() {
    try (ServerFixture fixture = ServerFixture.with(o -> o.withTokensPerChunk(4))) {
      List<String> events = fixture.post(stream(11, "")).events();
      // Role, 1, 4, 4, 2, done.
      assertThat(events).hasSize(6);
      assertThat(tokens(events.get(1))).isEqualTo(1);
      assertThat(tokens(events.get(2))).isEqualTo(4);
      assertThat(tokens(events.get(3))).isEqualTo(4);
      assertThat(tokens(events.get(4))).isEqualTo(2);
    }
  }

  private static int tokens(String event) {
    return PieceTokenizer.count(Reply.field(event, "\"content\":\""));
  }

  @Test
  void sendsAShareOfTheAnswerAsReasoning() {
    try (ServerFixture fixture =
        ServerFixture.with(o -> o.withReasoning(.5, ReasoningField.REASONING))) {
      Reply reply = fixture.post(stream(10, ",\"stream_options\":{\"include_usage\":true}"));
      List<String> events = reply.events();
      assertThat(events.subList(1, 6)).allMatch(e -> e.contains("\"delta\":{\"reasoning\":\""));
      assertThat(events.subList(6, 11)).allMatch(e -> e.contains("\"delta\":{\"content\":\""));
      assertThat(Reply.number(events.get(11), "reasoning_tokens")).isEqualTo(5);
      assertThat(Reply.number(events.get(11), "completion_tokens")).isEqualTo(10);
      String whole = fixture.post(chat(10, "")).body();
      assertThat(PieceTokenizer.count(Reply.field(whole, "\"reasoning\":\""))).isEqualTo(5);
      assertThat(PieceTokenizer.count(Reply.field(whole, "\"content\":\""))).isEqualTo(5);
    }
  }

  @Test
  void answersTheSameForTheSameSeedAndDifferentlyForAnother() {
    String first;
    try (ServerFixture fixture = ServerFixture.with(o -> o.withSeed(5))) {
      first = fixture.post(stream(40, "")).content();
    }
    try (ServerFixture fixture = ServerFixture.with(o -> o.withSeed(5))) {
      assertThat(fixture.post(stream(40, "")).content()).isEqualTo(first);
      assertThat(fixture.post(stream(40, ",\"seed\":9")).content()).isNotEqualTo(first);
    }
    try (ServerFixture fixture = ServerFixture.with(o -> o.withSeed(6))) {
      assertThat(fixture.post(stream(40, "")).content()).isNotEqualTo(first);
    }
  }

  @Test
  void answersToTheLengthAskedForWhereItIsToldTo() {
    try (ServerFixture fixture =
        ServerFixture.with(o -> o.withLengths(OutputLengths.AS_REQUESTED))) {
      String body = chat(1500, "").replace(",\"ignore_eos\":true", "");
      assertThat(Reply.number(fixture.post(body).body(), "completion_tokens")).isEqualTo(1500);
    }
  }

  @Test
  void demandsItsKey() {
    try (ServerFixture fixture = ServerFixture.with(o -> o.withApiKey("secret"))) {
      assertThat(fixture.post(chat(1, "")).status()).isEqualTo(401);
      assertThat(fixture.post(chat(1, ""), "authorization: Bearer wrong").status()).isEqualTo(401);
      assertThat(fixture.post(chat(1, ""), "authorization: Bearer secret").status()).isEqualTo(200);
      assertThat(fixture.get("/health").status()).isEqualTo(200);
      assertThat(fixture.server.options().toString()).doesNotContain("secret");
    }
  }

  @Test
  void servesItsModelUnderTheNameThatWasTypedAndItsOwn() {
    try (ServerFixture fixture = ServerFixture.with(o -> o.withModel("llama-3.2-1b"))) {
      assertThat(fixture.get("/v1/models").body()).contains("\"id\":\"llama-3.2-1b\"");
      for (String name : List.of("llama-3.2-1b", "Llama-3.2-1B", "meta-llama/Llama-3.2-1B")) {
        assertThat(fixture.post(chat(1, "").replace("Llama-3.2-1B", name)).status()).isEqualTo(200);
      }
      assertThat(fixture.post(chat(1, "").replace("Llama-3.2-1B", "qwen3-8b")).status())
          .isEqualTo(404);
    }
    try (ServerFixture fixture = ServerFixture.with(o -> o.withModel("mine"))) {
      assertThat(fixture.post(chat(1, "")).status()).isEqualTo(404);
    }
  }

  @Test
  void refusesNumbersOutOfRange() {
    SimulatorOptions options = SimulatorOptions.of(EngineProfile.named("h100", "llama-3.1-8b"));
    assertThatThrownBy(() -> options.withTokensPerChunk(0))
        .isInstanceOf(SimulatorException.BadOption.class);
    assertThatThrownBy(() -> options.withReasoning(1.5, ReasoningField.REASONING))
        .isInstanceOf(SimulatorException.BadOption.class);
  }
}
