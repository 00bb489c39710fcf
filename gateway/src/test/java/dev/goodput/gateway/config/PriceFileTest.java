package dev.goodput.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.PriceList;
import dev.goodput.record.Channel;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.dialect.AnswerParser;
import dev.goodput.wire.dialect.AnswerSink;
import dev.goodput.wire.dialect.Dialect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PriceFileTest {
  private static final PriceList EXAMPLE = PriceFile.read(Path.of("../deploy/prices.yaml"));

  /// A receiver of the usage alone.
  private static final class UsageSink implements AnswerSink {
    private @Nullable TokenCounts usage;

    @Override
    public void content(Channel channel, boolean reasoning, int tokens) {}

    @Override
    public void text(Channel channel, String text) {}

    @Override
    public void usage(TokenCounts counts) {
      usage = counts;
    }

    @Override
    public void finish(String reason) {}

    @Override
    public void end() {}

    @Override
    public void error(String detail) {}

    @Override
    public void malformed(String detail) {}
  }

  private static TokenCounts usage(String endpoint, String body) {
    UsageSink sink = new UsageSink();
    AnswerParser parser = Dialect.named(endpoint).nonStreaming().newParser(sink, false);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    parser.wholeBody(bytes, 0, bytes.length);
    parser.finished();
    return Objects.requireNonNull(sink.usage);
  }

  private static void costs(String model, TokenCounts usage, double micros) {
    ModelPrice price = EXAMPLE.of(model).orElseThrow();
    double cost = price.of(usage, usage.usageOutput()).orElseThrow();
    assertThat(cost * 1e6).isCloseTo(micros, within(1e-6));
  }

  /// The usage object of OpenAI's guide to prompt caching. 86 × 0.15 + 1,920 × 0.075 + 300 × 0.60
  /// millionths of a dollar.
  @Test
  void pricesOpenAisCachedTokensAsAPartOfThePrompt() {
    TokenCounts usage =
        usage(
            "chat",
            """
            {"choices":[{"message":{"content":"x"},"finish_reason":"stop"}],
             "usage":{"prompt_tokens":2006,"completion_tokens":300,"total_tokens":2306,
              "prompt_tokens_details":{"cached_tokens":1920,"audio_tokens":0},
              "completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0,
               "accepted_prediction_tokens":0,"rejected_prediction_tokens":0}}}
            """);
    costs("gpt-4o-mini", usage, 336.9);
  }

  /// The usage object of Anthropic's guide to prompt caching, with both lifetimes. 2,048 × 3 +
  /// 1,800 × 0.30 + 456 × 3.75 + 100 × 6 + 503 × 15.
  @Test
  void pricesAnthropicsCachedTokensBesidesTheInput() {
    TokenCounts usage =
        usage(
            "messages",
            """
            {"type":"message","content":[{"type":"text","text":"x"}],"stop_reason":"end_turn",
             "usage":{"input_tokens":2048,"cache_read_input_tokens":1800,
              "cache_creation_input_tokens":556,"output_tokens":503,
              "cache_creation":{"ephemeral_5m_input_tokens":456,
               "ephemeral_1h_input_tokens":100}}}
            """);
    costs("claude-sonnet-4-5", usage, 16_539);
  }

  /// Without lifetimes what was written costs as for five minutes: 10,000 × 3.75 + 10 × 3 + 5 × 15.
  @ParameterizedTest
  @ValueSource(strings = {"null", "{}", "{\"ephemeral_1d_input_tokens\":7}", "[]"})
  void pricesAnthropicsCacheWritesWithoutLifetimes(String lifetimes) {
    costs(
        "claude-sonnet-4-5",
        usage(
            "messages",
            """
            {"type":"message","content":[{"type":"text","text":"x"}],"stop_reason":"end_turn",
             "usage":{"input_tokens":10,"cache_creation_input_tokens":10000,"output_tokens":5,
              "cache_creation":%s}}
            """
                .formatted(lifetimes)),
        37_605);
  }

  /// A server that counts neither cached tokens as input nor reasoning as output: the total has 70
  /// from the cache, 20 written to it, and 30 of reasoning. 100 × 1 + 70 × 0.1 + 20 × 2 + (10 + 30)
  /// × 10.
  @Test
  void pricesCachedTokensOfTheTotalOnce() {
    ModelPrice price =
        new ModelPrice(
            "m",
            "USD",
            "test",
            LocalDate.of(2026, 11, 27),
            Map.of(
                ModelPrice.Kind.INPUT,
                1.0,
                ModelPrice.Kind.OUTPUT,
                10.0,
                ModelPrice.Kind.CACHED_INPUT,
                0.1,
                ModelPrice.Kind.CACHE_WRITE_5M,
                2.0),
            null,
            false,
            false);
    TokenCounts usage =
        usage(
            "chat",
            """
            {"choices":[{"message":{"content":"x"},"finish_reason":"stop"}],
             "usage":{"prompt_tokens":100,"completion_tokens":10,"total_tokens":230,
              "prompt_tokens_details":{"cached_tokens":70,"cache_write_tokens":20}}}
            """);
    assertThat(price.of(usage, 10).orElseThrow() * 1e6).isCloseTo(547, within(1e-6));
  }

  /// Counts of one response of gemini-2.5-flash, from mozilla-ai/any-llm issue 1290: 405 tokens of
  /// thinking are in the total only. 20 × 0.30 + (198 + 405) × 2.50.
  @Test
  void pricesReasoningThatOnlyTheTotalOfGeminiCounts() {
    TokenCounts usage =
        usage(
            "chat",
            """
            {"choices":[{"message":{"content":"36"},"finish_reason":"stop"}],
             "usage":{"prompt_tokens":20,"completion_tokens":198,"total_tokens":623}}
            """);
    costs("gemini-2.5-flash", usage, 1_513.5);
  }

  /// DeepSeek's names for its cache. 9,000 × 0.07 + 1,000 × 0.27 + 500 × 1.10.
  @Test
  void pricesDeepSeeksHitsAndMisses() {
    TokenCounts usage =
        usage(
            "chat",
            """
            {"choices":[{"message":{"content":"x"},"finish_reason":"stop"}],
             "usage":{"prompt_tokens":10000,"completion_tokens":500,"total_tokens":10500,
              "prompt_cache_hit_tokens":9000,"prompt_cache_miss_tokens":1000,
              "completion_tokens_details":{"reasoning_tokens":200}}}
            """);
    costs("deepseek-chat", usage, 1_450);
  }

  /// 100 × 0.30 + 50 × 1.00 + 10 × 2.50; without a price of audio output the cost is unknown.
  @Test
  void pricesAudioAndGuessesNoPrice() {
    TokenCounts received =
        TokenCounts.ofUsage(150, 10, -1, -1, -1).with(new TokenCounts.Priced(-1, -1, 50, -1, -1));
    costs("gemini-2.5-flash", received, 105);
    TokenCounts dialectOfRequest =
        TokenCounts.ofUsage(150, 10, -1, -1, -1).with(new TokenCounts.Priced(-1, -1, -1, 5, -1));
    assertThat(EXAMPLE.of("gemini-2.5-flash").orElseThrow().of(dialectOfRequest, 10)).isEmpty();
  }

  @Test
  void findsAModelByAnotherSpelling() {
    assertThat(EXAMPLE.of("GPT-4o-mini")).isPresent();
    assertThat(EXAMPLE.of("gpt-4o")).isEmpty();
  }

  private static final String DATED = "currency: USD\nsource: here\ndate: 2026-11-27\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "currency: USD;source: x;models:;- {model: a, input: 1, output: 2}"
            + "|p.yaml:4:3: models[0].date is missing",
        "currency: USD;date: 2026-11-27;models:;- {model: a, input: 1, output: 2}"
            + "|p.yaml:4:3: models[0].source is missing",
        "DATED;models:;- {model: a, input: -1, output: 2}"
            + "|p.yaml:5:21: models[0].input must be a number of at least 0, found \"-1\"",
        "DATED;models:;- {model: a, input: 1}|models[0].output is missing",
        "DATED;models:;- {model: a, inputs: 1, output: 2}|there is no key models[0].inputs",
        "DATED|has no models",
        "DATED;models: [];|models is empty",
        "DATED;models:;- {model: a, input: 1, output: 2, date: 27.11.2026}"
            + "|models[0].date must be like 2026-11-27, found \"27.11.2026\"",
        "DATED;models:;- {model: a, input: 1, output: 2, input-includes-cached: no}"
            + "|input-includes-cached must be true or false, found \"no\"",
        "DATED;models:;- {model: a, input: 1, output: 2};- {model: a, input: 1, output: 2}"
            + "|names a for the second time",
      })
  void refusesBadLists(String text, String problem) {
    String yaml = text.replace("DATED;", DATED).replace("DATED", DATED).replace(";", "\n");
    assertThatThrownBy(() -> PriceFile.parse("p.yaml", yaml))
        .isInstanceOf(BadSettingException.class)
        .hasMessageContaining(problem);
  }
}
