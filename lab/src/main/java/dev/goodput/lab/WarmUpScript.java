package dev.goodput.lab;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// One response for the warm-up, in the format of a dialect.
///
/// @param mediaType the media type of its stream
/// @param events the events of its stream, in order
/// @param whole the same response, not streamed
record WarmUpScript(String mediaType, List<byte[]> events, String whole) {
  /// Content events per response.
  static final int TOKENS = 16;

  private static final String SSE = "text/event-stream; charset=utf-8";

  WarmUpScript {
    events = List.copyOf(events);
  }

  /// Returns the script of a dialect, given its name.
  static WarmUpScript of(String dialect) {
    return switch (dialect) {
      case "responses" -> responses();
      case "messages" -> messages();
      case "ollama" -> ollama("\"message\":{\"role\":\"assistant\",\"content\":\"%s\"}");
      case "ollama-generate" -> ollama("\"response\":\"%s\"");
      case "sglang" -> sglang();
      case "tgi" -> tgi();
      case "llamacpp" -> llamaCpp();
      case "completions" -> openAi("\"text\":\"%s\"", "\"text\":\"some words\"");
      default ->
          openAi("\"delta\":{\"content\":\"%s\"}", "\"message\":{\"content\":\"some words\"}");
    };
  }

  private static WarmUpScript openAi(String piece, String whole) {
    String head =
        "{\"id\":\"warm-up\",\"object\":\"chunk\",\"created\":1,\"model\":\"warm-up\",\"choices\":";
    String usage =
        ",\"usage\":{\"prompt_tokens\":16,\"completion_tokens\":16,\"total_tokens\":32}}";
    String choice = head + "[{\"index\":0," + piece + ",\"logprobs\":null,\"finish_reason\":%s}]}";
    return script(
        "",
        _ -> data(choice.formatted(" word", "null")),
        data(choice.formatted("", "\"length\"")) + data(head + "[]" + usage) + data("[DONE]"),
        head + "[{\"index\":0," + whole + ",\"finish_reason\":\"stop\"}]" + usage);
  }

  private static WarmUpScript responses() {
    String usage =
        "\"usage\":{\"input_tokens\":16,\"output_tokens\":16,\"total_tokens\":32},\"status\":";
    return script(
        typed("response.created", "\"response\":{\"output\":[]}"),
        i ->
            typed(
                "response.output_text.delta",
                "\"sequence_number\":" + i + ",\"item_id\":\"msg\",\"delta\":\" word\""),
        typed("response.completed", "\"response\":{" + usage + "\"completed\"}"),
        "{\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"words\"}]}],"
            + usage
            + "\"completed\"}");
  }

  private static WarmUpScript messages() {
    String usage = "\"usage\":{\"input_tokens\":16,\"output_tokens\":16}";
    return script(
        typed("message_start", "\"message\":{\"content\":[]," + usage + "}"),
        _ ->
            typed(
                "content_block_delta",
                "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\" word\"}"),
        typed("message_delta", "\"delta\":{\"stop_reason\":\"max_tokens\"}," + usage)
            + typed("message_stop", "\"index\":0"),
        "{\"type\":\"message\",\"content\":[{\"type\":\"text\",\"text\":\"words\"}],"
            + "\"stop_reason\":\"end_turn\","
            + usage
            + "}");
  }

  private static WarmUpScript ollama(String piece) {
    String head = "{\"model\":\"warm-up\",\"created_at\":\"2026-01-01T00:00:00Z\"," + piece;
    String end =
        ",\"done\":true,\"done_reason\":\"length\",\"prompt_eval_count\":16,\"eval_count\":16}\n";
    List<byte[]> events = new ArrayList<>();
    for (int i = 0; i < TOKENS; i++) {
      events.add(bytes(head.formatted(" word") + ",\"done\":false}\n"));
    }
    events.add(bytes(head.formatted("") + end));
    return new WarmUpScript("application/x-ndjson", events, head.formatted("words") + end);
  }

  private static WarmUpScript sglang() {
    String meta =
        ",\"meta_info\":{\"finish_reason\":%s,\"prompt_tokens\":16,\"completion_tokens\":%d}}";
    return script(
        "",
        i -> data("{\"text\":\"" + " word".repeat(i) + '"' + meta.formatted("null", i)),
        data("[DONE]"),
        "{\"text\":\"words\"" + meta.formatted("{\"type\":\"length\"}", TOKENS));
  }

  private static WarmUpScript tgi() {
    String details = "\"details\":{\"finish_reason\":\"length\",\"generated_tokens\":16}}";
    String token = "{\"index\":%d,\"token\":{\"id\":7,\"text\":\" word\",\"special\":%b},";
    return script(
        "",
        i -> data(token.formatted(i, false) + "\"generated_text\":null,\"details\":null}"),
        data(token.formatted(TOKENS, true) + "\"generated_text\":\"words\"," + details),
        "{\"generated_text\":\"words\"," + details);
  }

  private static WarmUpScript llamaCpp() {
    String event =
        "{\"index\":0,\"content\":\"%s\",\"tokens\":[7],\"stop\":%b,\"tokens_predicted\":%d,"
            + "\"tokens_evaluated\":16,\"stop_type\":\"limit\"}";
    return script(
        "",
        i -> data(event.formatted(" word", false, i)),
        data(event.formatted("", true, TOKENS)),
        event.formatted("words", true, TOKENS));
  }

  /// @param content returns the text of each content event, counted from 1
  private static WarmUpScript script(
      String begin, IntFunction<String> content, String end, String whole) {
    List<byte[]> events = new ArrayList<>();
    for (int i = 1; i <= TOKENS; i++) {
      events.add(bytes(i == 1 ? begin + content.apply(i) : content.apply(i)));
    }
    events.add(bytes(end));
    return new WarmUpScript(SSE, events, whole);
  }

  private static String data(String json) {
    return "data: " + json + "\n\n";
  }

  private static String typed(String type, String members) {
    return "event: " + type + '\n' + data("{\"type\":\"" + type + "\"," + members + '}');
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
