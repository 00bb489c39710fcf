package dev.goodput.export;

import static dev.goodput.export.Exchanges.MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.goodput.export.Receiver.Post;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.record.Outcome;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.TokenSampling;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class SpansTest {
  private static final long ORIGIN = 1_795_000_000_000_000_000L;
  private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private static Collector collector(Receiver receiver) {
    Collector usual = Collector.at(receiver.url());
    TreeMap<String, UpstreamIdentity> upstreams = new TreeMap<>();
    upstreams.put("gpu-1", new UpstreamIdentity("vllm", "10.0.0.7", 8000));
    return new Collector(
        usual.endpoint(),
        usual.headers(),
        usual.tls(),
        false,
        1,
        usual.every(),
        usual.buckets(),
        usual.resource(),
        upstreams);
  }

  private static OtlpExport export(Receiver receiver, Supplier<TrafficSnapshot> traffic) {
    return OtlpExport.of(
            collector(receiver),
            traffic,
            ORIGIN,
            note -> {
              throw new AssertionError(note);
            },
            NanoClock.SYSTEM,
            new SplittableRandom(5))
        .begin();
  }

  private static List<Proto> spans(QueuedExchange... reported) throws InterruptedException {
    try (Receiver receiver = Receiver.willing()) {
      try (OtlpExport export =
          export(
              receiver,
              () -> {
                throw new AssertionError("no metrics were asked for");
              })) {
        for (QueuedExchange each : reported) {
          export.offer(each.request(), each.facts());
        }
      }
      Post post = receiver.next();
      assertThat(post.path()).isEqualTo("/v1/traces");
      assertThat(post.request().header("content-type")).isEqualTo("application/x-protobuf");
      assertThat(Otlp.resource(post.message())).containsEntry("service.name", "goodput-gateway");
      return Otlp.spans(post.message());
    }
  }

  @Test
  void learnsTheEngineNameWithoutMetrics() throws InterruptedException {
    try (Receiver receiver = Receiver.willing();
        OtlpExport export = export(receiver, SampleTraffic::snapshot)) {
      TreeMap<String, UpstreamIdentity> upstreams = new TreeMap<>();
      upstreams.put("gpu-1", new UpstreamIdentity("unknown", "10.0.0.7", 8000));
      export.know(upstreams, 0);
      export.offer(Exchanges.ok(12, 1_000, 180, 20, 50), ExchangeFacts.NONE);
      Proto span = Otlp.spans(receiver.next().message()).getFirst();
      assertThat(Otlp.attributes(span.messages(9))).containsEntry("gen_ai.provider.name", "vllm");
    }
  }

  @Test
  void requestsAnUnknownNameLessAndLessOften() throws InterruptedException {
    TrafficSnapshot traffic = SampleTraffic.snapshot();
    AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    AtomicInteger requested = new AtomicInteger();
    Duration second = Duration.ofSeconds(1);
    RetryPolicy brisk = new RetryPolicy(second, second, second, second, 8, 8, Duration.ofMillis(1));
    try (Receiver receiver = Receiver.willing();
        OtlpExport export =
            OtlpExport.of(
                    collector(receiver),
                    () -> {
                      requested.incrementAndGet();
                      return traffic;
                    },
                    ORIGIN,
                    note -> {
                      throw new AssertionError(note);
                    },
                    brisk,
                    now::get,
                    new SplittableRandom(5))
                .begin()) {
      export.know(Map.of("gpu-2", new UpstreamIdentity("unknown", "10.0.0.7", 8000)), 0);
      for (int batch = 0; batch < 13; batch++) {
        export.offer(Exchanges.ok(12, 1_000, 180, 20, 50), ExchangeFacts.NONE);
        receiver.next();
        now.addAndGet(second.toNanos() * 20);
      }
    }
    assertThat(requested).as("at 0, 20, 40, 60, 80, 100, 140 and 200 s").hasValue(8);
  }

  @Test
  void reportsAFinishedStreamByTheConventions() throws InterruptedException {
    Proto span =
        spans(
                new QueuedExchange(
                    Exchanges.ok(12, 1_000, 180, 20, 50),
                    new ExchangeFacts("", "chatcmpl-1", "llama-3", sampling(2), null)))
            .getFirst();
    assertThat(span.text(5)).isEqualTo("chat llama");
    assertThat(span.number(6)).as("CLIENT").isEqualTo(3);
    assertThat(span.has(4)).as("a parent").isFalse();
    assertThat(span.number(7)).isEqualTo(ORIGIN + 1_000 * MS);
    assertThat(span.number(8)).isEqualTo(ORIGIN + (1_000 + 180 + 49 * 20) * MS);
    assertThat(span.message(15).number(3)).as("status unset").isZero();
    saysWhatWasAskedAndAnswered(Otlp.attributes(span.messages(9)));
  }

  private static TokenSampling sampling(long choices) {
    return new TokenSampling(0.7, 0.9, 40.0, 7L, choices, 0.25, -0.5, "json");
  }

  /// As the conventions require.
  @Test
  void reportsTheNumberOfChoicesIfNotOne() throws InterruptedException {
    ExchangeFacts facts = new ExchangeFacts("", "", "", sampling(1), null);
    Proto span = spans(new QueuedExchange(Exchanges.ok(1, 0, 100, 10, 5), facts)).getFirst();
    assertThat(Otlp.attributes(span.messages(9)))
        .containsKey("gen_ai.request.seed")
        .doesNotContainKey("gen_ai.request.choice.count");
  }

  private static void saysWhatWasAskedAndAnswered(Map<String, Object> attributes) {
    assertThat(attributes)
        .containsOnly(
            entry("gen_ai.operation.name", "chat"),
            entry("gen_ai.provider.name", "vllm"),
            entry("gen_ai.request.model", "llama"),
            entry("server.address", "10.0.0.7"),
            entry("server.port", 8000L),
            entry("gen_ai.request.stream", true),
            entry("gen_ai.request.max_tokens", 512L),
            entry("gen_ai.request.temperature", 0.7),
            entry("gen_ai.request.top_p", 0.9),
            entry("gen_ai.request.top_k", 40.0),
            entry("gen_ai.request.seed", 7L),
            entry("gen_ai.request.choice.count", 2L),
            entry("gen_ai.request.frequency_penalty", 0.25),
            entry("gen_ai.request.presence_penalty", -0.5),
            entry("gen_ai.output.type", "json"),
            entry("gen_ai.conversation.id", "talk-7"),
            entry("gen_ai.response.id", "chatcmpl-1"),
            entry("gen_ai.response.model", "llama-3"),
            entry("gen_ai.response.finish_reasons", List.of("stop")),
            entry("gen_ai.usage.input_tokens", 40L),
            entry("gen_ai.usage.output_tokens", 50L),
            entry("gen_ai.usage.cache_read.input_tokens", 8L),
            entry("gen_ai.usage.reasoning.output_tokens", 0L),
            entry("gen_ai.response.time_to_first_chunk", 0.18),
            entry("goodput.time_to_first_token", 0.18),
            entry("goodput.time_per_output_token", 0.02),
            entry("goodput.tenant", "acme"),
            entry("goodput.route", "/v1/chat/completions"),
            entry("goodput.upstream", "gpu-1"),
            entry("goodput.slo_class", "chat"),
            entry("goodput.request_id", 12L),
            entry("goodput.attempt", 0L),
            entry("goodput.outcome", "ok"),
            entry("goodput.parting", "delivered"));
  }

  @Test
  void reportsTimestampsAsEvents() throws InterruptedException {
    Proto span =
        spans(new QueuedExchange(Exchanges.ok(12, 1_000, 180, 20, 50), ExchangeFacts.NONE))
            .getFirst();
    assertThat(span.messages(11))
        .extracting(event -> event.text(2) + " " + (event.number(1) - ORIGIN) / MS)
        .containsExactly(
            "goodput.sent 1002",
            "goodput.first_token 1180",
            "goodput.first_answer 1180",
            "goodput.last_token 2160");
  }

  @Test
  void givesEachAttemptASpanInOneTrace() throws InterruptedException {
    Outcome busy = new Outcome.HttpError(503, "the prompt was: tell me a secret");
    Outcome cut = new Outcome.Truncated("no finish reason");
    List<Proto> spans =
        spans(
            new QueuedExchange(Exchanges.failed(3, 10, busy, 0, false), ExchangeFacts.NONE),
            new QueuedExchange(Exchanges.failed(3, 20, cut, 1, true), ExchangeFacts.NONE));
    Proto first = spans.get(0);
    Proto second = spans.get(1);
    assertThat(first.hex(1)).hasSize(32).isEqualTo(second.hex(1));
    assertThat(first.hex(2)).hasSize(16).isNotEqualTo(second.hex(2));
    assertThat(Otlp.attributes(first.messages(9)))
        .contains(entry("error.type", "503"), entry("goodput.parting", "retried"))
        .doesNotContainKey("gen_ai.request.max_tokens")
        .doesNotContainKey("gen_ai.usage.output_tokens");
    assertThat(Otlp.attributes(second.messages(9)))
        .contains(entry("error.type", "truncated"), entry("goodput.attempt", 1L));
    assertThat(first.message(15).number(3)).as("status error").isEqualTo(2);
    assertThat(first.message(15).text(2)).as("no text of an error").isEmpty();
  }

  @Test
  void staysInItsClientsTrace() throws InterruptedException {
    Proto span =
        spans(new QueuedExchange(Exchanges.ok(1, 0, 100, 10, 5), ExchangeFacts.NONE.within(PARENT)))
            .getFirst();
    assertThat(span.hex(1)).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(span.hex(4)).isEqualTo("00f067aa0ba902b7");
    assertThat(span.hex(2)).isNotEqualTo("00f067aa0ba902b7");
  }

  @Test
  void doesNotReportADisconnectedClientAsAnError() throws InterruptedException {
    Outcome left = new Outcome.Cancelled("the client left");
    Proto span =
        spans(new QueuedExchange(Exchanges.failed(3, 10, left, 0, true), ExchangeFacts.NONE))
            .getFirst();
    Map<String, Object> attributes = Otlp.attributes(span.messages(9));
    assertThat(attributes).containsEntry("goodput.outcome", "cancelled");
    assertThat(attributes).doesNotContainKey("error.type");
    assertThat(span.message(15).number(3)).isZero();
  }

  @Test
  void recognizesOperationsByTheirPaths() {
    assertThat(GenAiAttributes.operation("/v1/chat/completions")).isEqualTo("chat");
    assertThat(GenAiAttributes.operation("/v1/messages")).isEqualTo("chat");
    assertThat(GenAiAttributes.operation("/v1/responses")).isEqualTo("chat");
    assertThat(GenAiAttributes.operation("/api/chat")).isEqualTo("chat");
    assertThat(GenAiAttributes.operation("/v1/completions")).isEqualTo("text_completion");
    assertThat(GenAiAttributes.operation("/api/generate")).isEqualTo("text_completion");
    assertThat(GenAiAttributes.operation("/v1/embeddings")).isEqualTo("embeddings");
    assertThat(GenAiAttributes.operation("/v1beta/models/g:streamGenerateContent"))
        .isEqualTo("generate_content");
  }
}
