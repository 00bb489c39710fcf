package dev.goodput.simulator.http;

import static dev.goodput.simulator.http.ServerFixture.chat;
import static dev.goodput.simulator.http.ServerFixture.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.testing.RawClient;
import dev.goodput.simulator.testing.Reply;
import dev.goodput.simulator.text.PieceTokenizer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimulatorServerTest {
  private final ServerFixture fixture = ServerFixture.plain();

  @BeforeAll
  void warmUp() {
    assertThat(fixture.post(chat(1, "")).status()).isEqualTo(200);
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  @Test
  void streamsARoleThenOneTokenPerEventThenDone() {
    Reply reply = fixture.post(stream(10, ""));
    List<String> events = reply.events();
    assertThat(reply.head()).contains("200 OK").contains("text/event-stream");
    assertThat(events).hasSize(12);
    assertThat(events.get(0)).contains("\"role\":\"assistant\",\"content\":\"\"");
    assertThat(events.get(11)).isEqualTo("[DONE]");
    assertThat(events.get(10)).contains("\"finish_reason\":\"length\"");
    assertThat(events.subList(0, 10)).allMatch(e -> e.contains("\"finish_reason\":null"));
    assertThat(PieceTokenizer.count(reply.content())).isEqualTo(10);
    assertThat(reply.complete()).isTrue();
  }

  @Test
  void namesUsageInAChunkOfItsOwnWhenAsked() {
    Reply reply = fixture.post(stream(7, ",\"stream_options\":{\"include_usage\":true}"));
    String usage = reply.events().get(8);
    assertThat(usage).contains("\"choices\":[]");
    assertThat(Reply.number(usage, "completion_tokens")).isEqualTo(7);
    // Start, role, six words and the full stop in five pieces, end, role.
    assertThat(Reply.number(usage, "prompt_tokens")).isEqualTo(10);
    assertThat(Reply.number(usage, "total_tokens")).isEqualTo(17);
    assertThat(reply.events().subList(0, 8)).noneMatch(e -> e.contains("usage"));
  }

  @Test
  void namesUsageInEveryChunkWhenAsked() {
    Reply reply =
        fixture.post(
            stream(
                4, ",\"stream_options\":{\"include_usage\":true,\"continuous_usage_stats\":true}"));
    List<String> events = reply.events();
    for (int i = 0; i <= 4; i++) {
      assertThat(Reply.number(events.get(i), "completion_tokens")).isEqualTo(i);
    }
  }

  @Test
  void answersTheSameWhetherItStreamsOrNot() {
    String streamed = fixture.post(stream(30, "")).content();
    Reply whole = fixture.post(chat(30, ""));
    assertThat(Reply.field(whole.body(), "\"content\":\"")).isEqualTo(streamed);
    assertThat(Reply.number(whole.body(), "completion_tokens")).isEqualTo(30);
    assertThat(whole.body()).contains("\"finish_reason\":\"length\"");
  }

  @Test
  void completesTextsAsWellAsChats() {
    Reply reply =
        fixture.text(
            "{\"prompt\":\"Once upon a"
                + " time\",\"max_tokens\":5,\"stream\":true,\"ignore_eos\":true}");
    assertThat(reply.events()).hasSize(6);
    assertThat(reply.events().get(0)).contains("\"object\":\"text_completion\"");
    assertThat(PieceTokenizer.count(reply.content())).isEqualTo(5);
    Reply tokens = fixture.text("{\"prompt\":[1,2,3,4],\"ignore_eos\":true}");
    assertThat(Reply.number(tokens.body(), "prompt_tokens")).isEqualTo(5);
    assertThat(Reply.number(tokens.body(), "completion_tokens")).isEqualTo(16);
  }

  @Test
  void endsAtAStopTextAndLeavesItOut() {
    String all = fixture.post(stream(200, "")).content();
    int stop = all.indexOf('.');
    Reply stopped = fixture.post(stream(200, ",\"stop\":[\".\",\"never there\"]"));
    assertThat(stopped.content()).isEqualTo(all.substring(0, stop));
    assertThat(stopped.events().get(stopped.events().size() - 2))
        .contains("\"finish_reason\":\"stop\"");
    Reply whole = fixture.post(chat(200, ",\"stop\":\".\""));
    assertThat(Reply.field(whole.body(), "\"content\":\"")).isEqualTo(all.substring(0, stop));
  }

  @Test
  void endsByItselfUnlessToldNotTo() {
    String body = chat(4000, "").replace(",\"ignore_eos\":true", "");
    Reply reply = fixture.post(body);
    assertThat(Reply.number(reply.body(), "completion_tokens")).isLessThan(4000);
    assertThat(reply.body()).contains("\"finish_reason\":\"stop\"");
  }

  @Test
  void findsTheTurnsBeforeInItsPrefixCache() {
    String question = "Please write a story. ".repeat(20);
    String first =
        "{\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}],\"max_tokens\":100,\"ignore_eos\":true}"
            .formatted(question);
    Reply before = fixture.post(first);
    String answer = Reply.field(before.body(), "\"content\":\"");
    int promptBefore = Reply.number(before.body(), "prompt_tokens");
    String second =
        "{\"messages\":[{\"role\":\"user\",\"content\":\"%s\"},{\"role\":\"assistant\",\"content\":\"%s\"},{\"role\":\"user\",\"content\":\"And?\"}],\"max_tokens\":5,\"ignore_eos\":true}"
            .formatted(question, answer);
    Reply after = fixture.post(second);
    int cached = Reply.number(after.body(), "cached_tokens");
    // All full blocks of the first prompt and its output except the last, which was never computed.
    assertThat(cached).isEqualTo((promptBefore + 99) / 16 * 16);
  }

  @Test
  void listsItsModelWithItsLongestLength() {
    Reply reply = fixture.get("/v1/models");
    assertThat(reply.body()).contains("\"created\":1234567890");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).contains("\"id\":\"Llama-3.2-1B\"");
    assertThat(Reply.number(reply.body(), "max_model_len")).isEqualTo(131_072);
    assertThat(fixture.get("/health").status()).isEqualTo(200);
  }

  @Test
  void countsWhatItDidUnderTheNamesOfVllm() {
    String before = fixture.get("/metrics").body();
    fixture.post(stream(25, ""));
    fixture.await(() -> fixture.server.stats().running() == 0);
    String after = fixture.get("/metrics").body();
    assertThat(metric(after, "vllm:generation_tokens_total{"))
        .isEqualTo(metric(before, "vllm:generation_tokens_total{") + 25);
    assertThat(metric(after, "vllm:prompt_tokens_total{"))
        .isEqualTo(metric(before, "vllm:prompt_tokens_total{") + 10);
    assertThat(metric(after, "vllm:time_to_first_token_seconds_count"))
        .isEqualTo(metric(before, "vllm:time_to_first_token_seconds_count") + 1);
    assertThat(metric(after, "vllm:inter_token_latency_seconds_count"))
        .isEqualTo(metric(before, "vllm:inter_token_latency_seconds_count") + 24);
    assertThat(after)
        .contains(
            "vllm:num_requests_running",
            "vllm:num_requests_waiting",
            "vllm:kv_cache_usage_perc",
            "vllm:prefix_cache_queries_total",
            "vllm:prefix_cache_hits_total",
            "vllm:num_preemptions_total",
            "vllm:e2e_request_latency_seconds_bucket",
            "vllm:request_success_total",
            "le=\"+Inf\"");
  }

  @Test
  void takesARequestOutOfTheEngineWhenItsClientLeaves() {
    long before = fixture.server.stats().aborted();
    try (RawClient client = new RawClient(fixture.server.port())) {
      client.send(RawClient.request("POST", ServerFixture.CHAT, stream(100_000, ""), false));
      client.readUntil("\"content\":\" ");
      assertThat(fixture.server.stats().running()).isEqualTo(1);
    }
    fixture.await(() -> fixture.server.stats().running() == 0);
    assertThat(fixture.server.stats().aborted()).isEqualTo(before + 1);
    assertThat(fixture.server.stats().blocksInUse()).isZero();
  }

  @Test
  void answersRequestsOfOneConnectionInOrder() {
    try (RawClient client = new RawClient(fixture.server.port())) {
      client.send(
          RawClient.request("POST", ServerFixture.CHAT, stream(20, ""), false)
              + RawClient.request("GET", "/v1/models", "", false)
              + RawClient.request("POST", ServerFixture.CHAT, chat(3, ""), true));
      String all = client.readAll().text();
      int done = all.indexOf("[DONE]");
      int models = all.indexOf("\"object\":\"list\"");
      int whole = all.indexOf("\"object\":\"chat.completion\",");
      assertThat(done).isPositive();
      assertThat(models).isGreaterThan(done);
      assertThat(whole).isGreaterThan(models);
    }
  }

  private static double metric(String text, String start) {
    return text.lines()
        .filter(line -> line.startsWith(start))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
