package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestReaderTest {
  private static final String CHAT =
      """
      {"messages":[{"role":"system","content":"be brief"},
        {"role":"user","content":[{"type":"text","text":"what \\u00e9\\ud83d\\ude00 is\\nthis?"},
          {"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA","detail":"low"}}]},
        {"role":"assistant","content":null,"tool_calls":[{"id":"call_9","type":"function",
          "function":{"name":"look","arguments":"{\\"a\\":1}"}}]}],
       "tools":[{"type":"function","function":{"name":"look","parameters":
          {"properties":{"a":{"description":"which","default":true}}}}}],
       "model":"m/1","max_completion_tokens":64,"stream":true,"user":"u1","temperature":0.5,
       "metadata":{"session_id":"s1"},"prompt_cache_key":"k1","stop":["x"]}
      """;

  private static RequestFacts facts(String body) {
    return PromptScript.of("chat", body).facts();
  }

  private static TokenSampling hot(double temperature) {
    return new TokenSampling(temperature, null, null, null, null, null, null, "");
  }

  @Test
  void readsClientModelAndOptions() {
    assertThat(facts(CHAT))
        .isEqualTo(new RequestFacts(true, "m/1", true, 64, "u1", "s1", "", 3, 115, 1, hot(0.5)));
  }

  @Test
  void returnsThePromptInOneFormAndTheToolsSeparately() {
    PromptScript script = PromptScript.of("chat", CHAT);
    assertThat(script.turns())
        .isEqualTo(
            """
            system
            be brief
            user
            what é😀 is
            this?
            26:%s
            assistant
            look
            {"a":1}
            """
                .formatted(checksum("data:image/png;base64,AAAA")));
    assertThat(script.frame())
        .isEqualTo(
            "type\n"
                + "function\n"
                + "function\n"
                + "name\n"
                + "look\n"
                + "parameters\n"
                + "properties\n"
                + "a\n"
                + "description\n"
                + "which\n"
                + "default\n"
                + "true\n");
  }

  private static String checksum(String text) {
    var crc = new java.util.zip.CRC32C();
    crc.update(Bytes.of(text));
    return Long.toHexString(crc.getValue());
  }

  @Test
  void readsTheSameHoweverTheBodyIsSplit() {
    PromptScript whole = PromptScript.of("chat", CHAT);
    byte[] body = Bytes.of(CHAT);
    for (int cut = 0; cut <= body.length; cut++) {
      PromptScript script = new PromptScript(Dialect.named("chat"));
      Bytes.inTwo(body, cut, script.reader::feed);
      assertThat(script.turns()).as("cut at %d", cut).isEqualTo(whole.turns());
      assertThat(script.frame()).as("cut at %d", cut).isEqualTo(whole.frame());
      assertThat(script.facts()).as("cut at %d", cut).isEqualTo(whole.facts());
    }
    PromptScript script = new PromptScript(Dialect.named("chat"));
    Bytes.oneByOne(body, script.reader::feed);
    assertThat(script.turns()).isEqualTo(whole.turns());
  }

  private static PromptScript toolUse(String dialect, String arguments) {
    return PromptScript.of(
        dialect,
        (dialect.equals("messages")
                ? "{\"messages\":[{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\","
                    + "\"id\":\"t1\",\"name\":\"fetch\",\"input\":%s}]}]}"
                : "{\"messages\":[{\"role\":\"assistant\",\"tool_calls\":[{\"function\":"
                    + "{\"name\":\"fetch\",\"arguments\":%s}}]}]}")
            .formatted(arguments));
  }

  @ParameterizedTest
  @ValueSource(strings = {"messages", "ollama"})
  void countsAllToolArgumentsAsPartOfThePrompt(String dialect) {
    PromptScript script =
        toolUse(
            dialect,
            "{\"url\":\"http://a\",\"status\":{\"id\":7,\"role\":\"x\"},\"images\":[true,null,\"b\"]}");
    assertThat(script.turns())
        .isEqualTo("assistant\nfetch\nurl\nhttp://a\nstatus\nid\n7\nrole\nx\nimages\ntrue\nb\n");
    assertThat(script.facts().media()).isZero();
    // `fetch` and everything after it, except for the line feeds.
    assertThat(script.facts().promptBytes()).isEqualTo(5 + 3 + 8 + 6 + 2 + 1 + 4 + 1 + 6 + 4 + 1);
    assertThat(toolUse(dialect, "{\"status\":\"pending\"}").turns())
        .isNotEqualTo(toolUse(dialect, "{\"status\":\"done\"}").turns());
    assertThat(toolUse(dialect, "{\"from\":\"a\"}").turns())
        .isNotEqualTo(toolUse(dialect, "{\"to\":\"a\"}").turns());
  }

  @Test
  void aLongerConversationStartsLikeTheShorterOne() {
    String first = "{\"messages\":[{\"role\":\"user\",\"content\":\"a\\u0062\"}]}";
    String second =
        "{ \"model\":\"m\", \"messages\" : [ {\"role\":\"user\",\"content\":[{\"type\":\"text\","
            + "\"text\":\"ab\",\"cache_control\":{\"type\":\"ephemeral\"}}]},"
            + "{\"role\":\"assistant\",\"content\":\"c\"}]}";
    assertThat(PromptScript.of("chat", second).turns())
        .startsWith(PromptScript.of("chat", first).turns());
  }

  @Test
  void readsABarePromptAndTokenIds() {
    PromptScript text =
        PromptScript.of("completions", "{\"model\":\"m\",\"prompt\":\"hi\",\"max_tokens\":3}");
    assertThat(text.turns()).isEqualTo("hi\n");
    assertThat(text.facts())
        .isEqualTo(new RequestFacts(true, "m", false, 3, "", "", "", 0, 2, 0, TokenSampling.NONE));
    PromptScript ids = PromptScript.of("completions", "{\"prompt\":[[1,23],[4]]}");
    assertThat(ids.turns()).isEqualTo("1\n23\n4\n");
  }

  @Test
  void findsTheMostSpecificSessionField() {
    assertThat(facts("{\"prompt_cache_key\":\"k\"}").session()).isEqualTo("k");
    assertThat(facts("{\"prompt_cache_key\":\"k\",\"metadata\":{\"thread_id\":\"t\"}}").session())
        .isEqualTo("t");
    assertThat(facts("{\"conversation\":{\"id\":\"c\"},\"metadata\":{\"id\":\"t\"}}").session())
        .isEqualTo("c");
    assertThat(facts("{\"conversation\":\"c\"}").session()).isEqualTo("c");
    assertThat(facts("{\"previous_response_id\":\"r\"}").previous()).isEqualTo("r");
    assertThat(facts("{\"metadata\":{\"user_id\":\"u\"}}").user()).isEqualTo("u");
  }

  private static String session(String field, String body) {
    RequestReader reader = new RequestReader(Dialect.named("chat"), PromptSink.NONE, field);
    byte[] bytes = Bytes.of(body);
    reader.feed(bytes, 0, bytes.length);
    return reader.facts().session();
  }

  @Test
  void findsTheSessionInTheConfiguredField() {
    String body =
        """
        {"messages":[{"role":"user","content":"x","user":"no"}],"a":[{"user":"no"},"user"],
         "metadata":{"user":"no","deep":{"x":[1],"user":"d"},"session_id":"s"},"user":"u","n":7}
        """;
    assertThat(session("user", body)).isEqualTo("u");
    assertThat(session("metadata.deep.user", body)).isEqualTo("d");
    assertThat(session("n", body)).isEqualTo("7");
    assertThat(session("deep.user", body)).isEqualTo("s");
    assertThat(session("", body)).isEqualTo("s");
    assertThat(session("user", "[\"user\",{\"user\":\"no\"}]")).isEmpty();
    assertThat(session("user", "{\"user\":null,\"conversation\":\"c\"}")).isEqualTo("c");
    assertThat(session("a.b", "{\"a\":{\"c\":{\"b\":\"no\"}},\"b\":\"no\"}")).isEmpty();
  }

  @Test
  void returnsWhatIsKnownOfABrokenBody() {
    assertThat(facts("{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"us"))
        .isEqualTo(new RequestFacts(true, "m", true, -1, "", "", "", 1, 0, 0, TokenSampling.NONE));
    for (String broken :
        List.of("", "x", "[", "]", "{]", "{\"a\"}", "\"", "null", "{\"a\":\\", "\u0000", "{{")) {
      assertThat(facts(broken))
          .as(broken)
          .isEqualTo(
              new RequestFacts(false, "", false, -1, "", "", "", 0, 0, 0, TokenSampling.NONE));
    }
    assertThat(facts("{\"model\":\"m\" \"stream\":true}").stream()).isFalse();
    assertThat(facts("{\"max_tokens\":-1,\"model\":7,\"stream\":\"true\"}"))
        .isEqualTo(new RequestFacts(false, "", false, -1, "", "", "", 0, 0, 0, TokenSampling.NONE));
    assertThat(facts("{\"max_tokens\":1e99}").maxTokens()).isEqualTo(-1);
    assertThat(facts("{\"a\":" + "[".repeat(100_000)).understood()).isFalse();
  }

  @Test
  void replacesHalvesOfSurrogatePairs() {
    assertThat(PromptScript.of("chat", "{\"prompt\":\"\\ud83dx\\ude00\\ud83d\"}").turns())
        .isEqualTo("\ufffdx\ufffd\ufffd\n");
    assertThat(PromptScript.of("chat", "{\"prompt\":\"\\u0007\\u20ac\\/\\t\"}").turns())
        .isEqualTo("\u0007€/\t\n");
  }

  @Test
  void readsALargeBodyWithoutBufferingIt() {
    byte[] part = "a".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
    long[] reported = new long[1];
    RequestReader reader =
        new RequestReader(
            Dialect.named("chat"), (which, bytes, from, to) -> reported[0] += to - from);
    feed(reader, "{\"messages\":[{\"role\":\"user\",\"content\":\"");
    for (int i = 0; i < 100; i++) {
      reader.feed(part, 0, part.length);
    }
    feed(reader, "\"}],\"stream\":true,\"model\":\"m\"}");
    assertThat(reader.facts().promptBytes()).isEqualTo(100L << 20);
    assertThat(reader.facts().stream()).isTrue();
    assertThat(reported[0]).isEqualTo((100L << 20) + "user\n\n".length());
  }

  private static void feed(RequestReader reader, String text) {
    byte[] bytes = Bytes.of(text);
    reader.feed(bytes, 0, bytes.length);
  }
}
