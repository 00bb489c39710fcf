package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.TokenCounts;
import dev.goodput.testing.Bytes;
import dev.goodput.wire.sse.EventKind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Usage in every place and frequency that vendors are known for.
final class UsageTest {
  private final AnswerScript script = new AnswerScript();
  private final AnswerParser parser = Dialect.named("chat").newParser(script, false);

  private void events(String... events) {
    for (String each : events) {
      byte[] bytes = Bytes.of(each);
      parser.event(bytes, 0, bytes.length, EventKind.DATA, true);
    }
  }

  private static String usage(int prompt, int completion) {
    return "\"usage\":{\"prompt_tokens\":%d,\"completion_tokens\":%d,\"total_tokens\":%d}"
        .formatted(prompt, completion, prompt + completion);
  }

  private static String chunk(int index, String text, String more) {
    return "{\"choices\":[{\"index\":%d,\"delta\":{\"content\":\"%s\"}}]%s}"
        .formatted(index, text, more);
  }

  private TokenCounts counts() {
    parser.finished();
    return Objects.requireNonNull(script.usage);
  }

  @Test
  void aFinishChunkMayCarryTextAndUsage() {
    events(
        chunk(0, "a", ""),
        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}],"
            + usage(5, 7)
            + "}");
    assertThat(script.reported).containsExactly("ANSWER", "ANSWER", "finish stop");
    assertThat(counts().usageOutput()).isEqualTo(7);
  }

  @Test
  void computesTokensByDifferenceWhenEveryChunkCarriesUsage() {
    events(
        chunk(0, "", "," + usage(9, 0)),
        chunk(0, "Hi there", "," + usage(9, 2)),
        chunk(0, "", "," + usage(9, 3)),
        chunk(0, "!", "," + usage(9, 4)),
        "{\"choices\":[]," + usage(9, 4) + "}");
    assertThat(script.reported).containsExactly("ANSWER 2", "ANSWER 2");
    assertThat(counts()).isEqualTo(TokenCounts.ofUsage(9, 4, -1, -1, -1));
  }

  @Test
  void ignoresContentWithZeroTokensAndComputesNoDifferenceAfterIt() {
    events(
        chunk(0, "a", "," + usage(9, 0)),
        chunk(0, "b", "," + usage(9, 0)),
        chunk(0, "c", "," + usage(9, 100)),
        "[DONE]");
    assertThat(script.reported).containsExactly("ANSWER", "ANSWER", "ANSWER", "end");
    assertThat(counts()).isEqualTo(TokenCounts.ofUsage(9, 100, -1, -1, -1));
  }

  @Test
  void computesTokensByDifferenceForEachChoice() {
    events(
        chunk(0, "x", "," + usage(9, 1)),
        chunk(1, "y", "," + usage(9, 3)),
        chunk(0, "x", "," + usage(9, 2)),
        "{\"choices\":[]," + usage(9, 5) + "}");
    assertThat(script.reported).containsExactly("ANSWER 1", "ANSWER 3", "ANSWER 1");
    assertThat(counts().usageOutput()).isEqualTo(5);
  }

  @Test
  void sumsTheUsageOfChoicesThatEndWithOneEach() {
    String end = "{\"choices\":[{\"index\":%d,\"text\":\"\",\"finish_reason\":\"stop\"}],%s}";
    events(end.formatted(0, usage(5, 4)), end.formatted(1, usage(6, 3)));
    assertThat(counts()).isEqualTo(TokenCounts.ofUsage(11, 7, -1, -1, -1));
  }

  @Test
  void hasNoSumIfAPartIsUnknown() {
    String end = "{\"choices\":[{\"index\":%d,\"text\":\"\",\"finish_reason\":\"stop\"}],%s}";
    events(end.formatted(0, usage(5, 3)), end.formatted(1, usage(6, -4)));
    assertThat(counts()).isEqualTo(TokenCounts.ofUsage(11, -1, -1, -1, -1));
  }

  @Test
  void keepsTheLastUsageAndIgnoresNull() {
    events(
        "{\"choices\":[]," + usage(1, 1) + "}",
        "{\"choices\":[]," + usage(9, 30) + "}",
        "{\"choices\":[],\"usage\":null}",
        "{\"choices\":[],\"usage\":{}}");
    assertThat(counts()).isEqualTo(TokenCounts.ofUsage(9, 30, -1, -1, -1));
  }

  @Test
  void readsTheDetailsOfUsage() {
    events(
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":8,"
            + "\"prompt_tokens_details\":{\"cached_tokens\":4,\"audio_tokens\":1},"
            + "\"completion_tokens_details\":{\"reasoning_tokens\":5,\"rejected_prediction_tokens\":2}}}");
    assertThat(counts())
        .isEqualTo(
            TokenCounts.ofUsage(9, 8, 5, 4, 2).with(new TokenCounts.Priced(-1, -1, 1, -1, -1)));
  }

  @Test
  void readsCountsWithTheirOwnPrices() {
    events(
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":20,\"completion_tokens\":198,"
            + "\"total_tokens\":623,\"prompt_tokens_details\":{\"cache_write_tokens\":6},"
            + "\"completion_tokens_details\":{\"audio_tokens\":3}}}");
    assertThat(counts().priced()).isEqualTo(new TokenCounts.Priced(6, -1, -1, 3, 405));
  }

  /// Of 80 tokens of audio 64 came from the cache, as OpenAI's Realtime reference nests them.
  @Test
  void readsCachedAudioAsCached() {
    events(
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":8,"
            + "\"prompt_tokens_details\":{\"audio_tokens\":80,\"cached_tokens\":70,"
            + "\"cached_tokens_details\":{\"text_tokens\":6,\"audio_tokens\":64}}}}");
    assertThat(counts())
        .isEqualTo(
            TokenCounts.ofUsage(100, 8, -1, 70, -1)
                .with(new TokenCounts.Priced(-1, -1, 16, -1, -1)));
  }

  @Test
  void readsUsageInVendorSpecificPlaces() {
    events(
        "{\"choices\":[{\"index\":0,\"delta\":{}}],\"x_groq\":{\"id\":\"r\"}}",
        "{\"choices\":[{\"index\":0,\"delta\":{}}],\"x_groq\":{\"id\":\"r\"," + usage(3, 4) + "}}");
    assertThat(counts()).isEqualTo(TokenCounts.ofUsage(3, 4, -1, -1, -1));
    events("{\"choices\":[{\"index\":0,\"delta\":{}," + usage(5, 6) + "}]}");
    assertThat(counts().usageOutput()).isEqualTo(6);
    events(
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":6,"
            + "\"prompt_cache_hit_tokens\":7,\"prompt_cache_miss_tokens\":2}}");
    assertThat(counts().usageCachedInput()).isEqualTo(7);
  }

  /// Invalid token counts of every kind that a server may send.
  private static final List<String> UNBELIEVABLE =
      List.of(
          "99999999999999999999",
          "9223372036854775807",
          "3000000000",
          "1e30",
          "1e400",
          "9".repeat(400),
          "2.5",
          "-3",
          "-99999999999999999999",
          "NaN",
          "-Infinity",
          "\"7\"",
          "true",
          "[7]");

  private static String usage(String count) {
    return "\"usage\":{\"prompt_tokens\":%s,\"completion_tokens\":%s}".formatted(count, count);
  }

  /// Returns a chat and a completions answer with one content event, streamed.
  private static List<String> streamed(String usage) {
    return List.of(
        chunk(0, "Hi", "," + usage),
        "{\"choices\":[{\"index\":0,\"text\":\"Hi\",\"finish_reason\":null}],%s}".formatted(usage));
  }

  private static List<String> whole(String usage) {
    return List.of(
        "{\"choices\":[{\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}],%s}"
            .formatted(usage),
        "{\"choices\":[{\"text\":\"Hi\",\"finish_reason\":\"stop\"}],%s}".formatted(usage));
  }

  @Test
  void contentCountsWhenTheUsageIsImplausible() {
    for (String count : UNBELIEVABLE) {
      for (String event : streamed(usage(count))) {
        AnswerScript received = new AnswerScript();
        AnswerParser reader = Dialect.named("chat").newParser(received, false);
        byte[] bytes = Bytes.of(event);
        reader.event(bytes, 0, bytes.length, EventKind.DATA, true);
        reader.finished();
        assertThat(received.reported).as(event).containsExactly("ANSWER");
        assertThat(received.usage).as(event).isNull();
      }
      for (String body : whole(usage(count))) {
        AnswerScript received = new AnswerScript();
        byte[] bytes = Bytes.of(body);
        Dialect.named("chat").newParser(received, false).wholeBody(bytes, 0, bytes.length);
        assertThat(received.reported).as(body).containsExactly("ANSWER", "finish stop", "end");
        assertThat(received.usage).as(body).isNull();
      }
    }
  }

  @Test
  void otherUsageFieldsAreKeptWhenACountIsInvalid() {
    events(
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":12.0,\"completion_tokens\":1e30,"
            + "\"prompt_tokens_details\":{\"cached_tokens\":99999999999999999999}}}");
    assertThat(counts()).isEqualTo(TokenCounts.ofUsage(12, -1, -1, -1, -1));
  }

  @Test
  void hasNoSumThatOverflows() {
    String end = "{\"choices\":[{\"index\":%d,\"text\":\"\",\"finish_reason\":\"stop\"}],%s}";
    String most = usage(Integer.toString(Integer.MAX_VALUE));
    events(end.formatted(0, most), end.formatted(1, most));
    assertThat(counts()).isEqualTo(TokenCounts.ofUsage(-1, -1, -1, -1, -1));
  }

  @Test
  void hasNoSumIfAnItemHasNoCount() {
    String counted = "{\"choices\":[{\"text\":\"a\"}]," + usage(2, 3) + "}";
    String silent = "{\"choices\":[{\"text\":\"b\"}]}";
    assertThat(ofList(counted, counted)).isEqualTo(TokenCounts.ofUsage(4, 6, -1, -1, -1));
    assertThat(ofList(counted, silent)).isNull();
    assertThat(ofList(silent, counted)).isNull();
    assertThat(ofList(counted, silent, counted)).isNull();
  }

  private static @Nullable TokenCounts ofList(String... answers) {
    AnswerScript received = new AnswerScript();
    byte[] bytes = Bytes.of("[" + String.join(",", answers) + "]");
    AnswerParser parser = Dialect.named("chat").newParser(received, false);
    parser.wholeBody(bytes, 0, bytes.length);
    parser.finished();
    return received.usage;
  }

  @Test
  void aChoiceWithAHugeIndexIsAChoice() {
    events(chunk(0, "a", "").replace("\"index\":0", "\"index\":99999999999999999999"));
    assertThat(script.reported).containsExactly("ANSWER");
  }

  @Test
  void reportsNothingWithoutUsage() {
    events(chunk(0, "a", ""), "[DONE]");
    parser.finished();
    assertThat(script.usage).isNull();
  }
}
