package dev.goodput.wire.client;

import static dev.goodput.wire.client.DialectReplay.reads;
import static dev.goodput.wire.client.DialectReplay.readsWhole;

import org.junit.jupiter.api.Test;

/// Streams of the engines' own dialects, cut at every byte.
final class EngineStreamsTest {
  private static String sglang(String text, String finish, int tokens) {
    return "data: {\"text\":\""
        + text
        + "\",\"meta_info\":{\"id\":\"a\",\"finish_reason\":"
        + finish
        + ",\"prompt_tokens\":5,\"completion_tokens\":"
        + tokens
        + ",\"cached_tokens\":2}}\n\n";
  }

  private static final String LENGTH = "{\"type\":\"length\",\"length\":3}";

  @Test
  void readsCumulativeSglangTexts() {
    reads(
        "sglang",
        sglang(" The", "null", 1)
            + sglang(" The cat", "null", 2)
            + sglang(" The cat sat\ufffd", "null", 3)
            + sglang(" The cat saté.", LENGTH, 4)
            + "data: [DONE]\n\n",
        "aaaa 5/2 4 ok length | The cat sat\ufffdé.");
  }

  @Test
  void sumsTheUsageOfPromptsAnsweredTogether() {
    String one = sglang("The cat", LENGTH, 2).replace("data: ", "").strip();
    String other = sglang("The catalogue", LENGTH, 3).replace("data: ", "").strip();
    readsWhole(
        "sglang", "[%s,%s]".formatted(one, other), "a 10/4 5 ok length |The catThe catalogue");
    String first = llama(0, " a", 2, "\"stop\":true,\"stop_type\":\"eos\"");
    String second = llama(1, " b", 4, "\"stop\":true,\"stop_type\":\"limit\"");
    readsWhole(
        "llamacpp",
        "[%s,%s]".formatted(first, second).replace("data: ", ""),
        "a 10/-1 6 ok limit | a b");
  }

  @Test
  void readsIncrementalSglangTexts() {
    reads(
        "sglang",
        sglang(" The", "null", 1)
            + sglang(" cat", "null", 2)
            + sglang(" sat", "null", 3)
            + sglang("", LENGTH, 3)
            + "data: [DONE]\n\n",
        "aaa 5/2 3 ok length | The cat sat");
    reads(
        "sglang",
        sglang(" a", "null", 1)
            + sglang(" apple", "null", 2)
            + sglang(" pie", LENGTH, 3)
            + "data: [DONE]\n\n",
        "aaa 5/2 3 ok length | apple pie");
  }

  @Test
  void readsSglangsErrorsAndWholeAnswers() {
    reads(
        "sglang",
        sglang(" The", "null", 1)
            + "data: {\"error\":{\"message\":\"out of memory\"}}\n\ndata: [DONE]\n\n",
        "a 5/2 1 error_event out of memory | The");
    reads(
        "sglang",
        sglang(" The", "{\"type\":\"abort\",\"message\":\"left\"}", 1) + "data: [DONE]\n\n",
        "a 5/2 1 error_event left | The");
    readsWhole(
        "sglang",
        "{\"text\":\"The cat\",\"meta_info\":{\"finish_reason\":{\"type\":\"stop\",\"matched\":2},"
            + "\"prompt_tokens\":5,\"completion_tokens\":2}}",
        "a 5/-1 2 ok stop |The cat");
    readsWhole(
        "sglang",
        "{\"generated_text\":\"The"
            + " cat\",\"details\":{\"finish_reason\":\"length\",\"generated_tokens\":2}}",
        "a -1/-1 2 ok length |The cat");
  }

  @Test
  void readsSeveralPromptsOfSglangInOneStream() {
    String first = sglang(" a", "null", 1).replace("{\"text\"", "{\"index\":0,\"text\"");
    String second = sglang(" x", LENGTH, 4).replace("{\"text\"", "{\"index\":1,\"text\"");
    String third = sglang(" a b", LENGTH, 2).replace("{\"text\"", "{\"index\":0,\"text\"");
    reads("sglang", first + second + third + "data: [DONE]\n\n", "aaa 10/2 6 ok length | a x b");
  }

  private static String tgi(int index, String text, boolean special, String rest) {
    return "data: {\"index\":"
        + index
        + ",\"token\":{\"id\":7,\"text\":\""
        + text
        + "\",\"logprob\":-0.5,\"special\":"
        + special
        + "},"
        + rest
        + "}\n\n";
  }

  @Test
  void readsTgi() {
    String begun =
        tgi(1, " The", false, "\"generated_text\":null,\"details\":null")
            + tgi(2, " cat", false, "\"generated_text\":null,\"details\":null")
                .replace("data: ", "data:")
            + ":\n\n";
    String end =
        tgi(
            3,
            "</s>",
            true,
            "\"generated_text\":\" The cat\",\"details\":{\"finish_reason\":\"eos_token\","
                + "\"generated_tokens\":3,\"seed\":null,\"input_length\":5}");
    reads("tgi", begun + end, "aa 5/-1 3 ok eos_token | The cat");
    reads(
        "tgi",
        begun + tgi(3, " sat", false, "\"generated_text\":\" The cat sat\",\"details\":null"),
        "aaa -1/-1 -1 ok  | The cat sat");
    String unsaid = "\"generated_text\":null,\"details\":{\"finish_reason\":\"\"}";
    reads(
        "tgi",
        begun + tgi(3, " sat", false, unsaid),
        "aaa -1/-1 -1 truncated no finish reason and no end event | The cat sat");
    reads(
        "tgi",
        begun + "data: {\"error\":\"Request failed\",\"error_type\":\"generation\"}\n\n",
        "aa -1/-1 -1 error_event Request failed | The cat");
    reads("tgi", begun, "aa -1/-1 -1 truncated no finish reason and no end event | The cat");
    readsWhole(
        "tgi",
        "[{\"generated_text\":\" The cat\",\"details\":{\"finish_reason\":\"length\","
            + "\"generated_tokens\":2,\"tokens\":[{\"text\":\" The\"}]}}]",
        "a -1/-1 2 ok length | The cat");
  }

  private static String llama(int index, String content, int predicted, String rest) {
    return "data: {\"index\":"
        + index
        + ",\"content\":\""
        + content
        + "\",\"tokens\":[1],\"id_slot\":-1,\"tokens_predicted\":"
        + predicted
        + ",\"tokens_evaluated\":5,"
        + rest
        + "}\n\n";
  }

  @Test
  void readsPromptsThatABusyLlamaCppProcessesOneByOne() {
    String stop = "\"stop\":true,\"stop_type\":\"eos\"";
    reads(
        "llamacpp",
        llama(0, " a", 1, "\"stop\":false")
            + llama(0, "", 1, stop)
            + llama(1, " x", 1, "\"stop\":false")
            + llama(1, " y", 2, "\"stop\":false")
            + llama(1, "", 2, stop),
        "aaa 10/-1 3 ok eos | a x y");
    reads(
        "llamacpp",
        llama(0, " a", 1, stop) + "data: {\"error\":{\"message\":\"no slot\"}}\n\n",
        "a 5/-1 1 error_event no slot | a");
  }

  @Test
  void readsLlamaCpp() {
    String begun = llama(0, " a", 1, "\"stop\":false") + llama(0, " b", 3, "\"stop\":false");
    String end =
        llama(0, "", 3, "\"stop\":true,\"stop_type\":\"eos\",\"timings\":{\"prompt_n\":1}");
    reads("llamacpp", begun + end, "aa 5/4 3 ok eos | a b");
    reads(
        "llamacpp",
        begun + llama(0, "", 3, "\"stop\":true,\"stopped_eos\":false,\"stopped_limit\":true"),
        "aa 5/-1 3 ok limit | a b");
    reads("llamacpp", begun, "aa 5/-1 3 truncated no finish reason and no end event | a b");
    reads(
        "llamacpp",
        llama(0, " a", 1, "\"stop\":false")
            + llama(1, " x", 1, "\"stop\":false")
            + llama(0, "", 1, "\"stop\":true,\"stop_type\":\"limit\"")
            + llama(1, " y", 2, "\"stop\":true,\"stop_type\":\"limit\""),
        "aaa 10/-1 3 ok limit | a x y");
    readsWhole(
        "llamacpp",
        "{\"index\":0,\"content\":\" a"
            + " b\",\"stop\":true,\"stop_type\":\"limit\",\"tokens_predicted\":2,"
            + "\"tokens_evaluated\":5,\"timings\":{\"prompt_n\":5}}",
        "a 5/0 2 ok limit | a b");
  }
}
