package dev.goodput.gateway.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// Streams of every dialect, each of the same number of content events.
final class Streams {
  static final int TOKENS = 12;
  static final int INPUT = 5;

  private Streams() {}

  /// Returns the writes of a response in the dialect of that name.
  static List<String> of(String dialect) {
    return switch (dialect) {
      case "chat" ->
          openAi("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"t%d\"}}]}", "\"delta\":{}");
      case "completions" ->
          openAi("{\"choices\":[{\"index\":0,\"text\":\"t%d\"}]}", "\"text\":\"\"");
      case "responses" -> responses();
      case "messages" -> messages();
      case "ollama" -> ollama("\"message\":{\"content\":\"%s\"}");
      case "ollama-generate" -> ollama("\"response\":\"%s\"");
      case "sglang" -> sglang();
      case "tgi" -> tgi();
      case "llamacpp" -> llamaCpp();
      default -> throw new IllegalArgumentException("no stream of " + dialect);
    };
  }

  /// Returns the first event, one for each token, and the last.
  private static List<String> all(String first, IntFunction<String> token, String... last) {
    List<String> all = new ArrayList<>();
    if (!first.isEmpty()) {
      all.add(first);
    }
    for (int i = 1; i <= TOKENS; i++) {
      all.add(token.apply(i));
    }
    all.addAll(List.of(last));
    return all;
  }

  private static String data(String json) {
    return "data: " + json + "\n\n";
  }

  private static String typed(String type, String rest) {
    return "event: " + type + "\n" + data("{\"type\":\"" + type + "\"" + rest + "}");
  }

  private static List<String> openAi(String token, String empty) {
    return all(
        "",
        i -> data(token.formatted(i)),
        data("{\"choices\":[{\"index\":0," + empty + ",\"finish_reason\":\"stop\"}]}"),
        data(
            "{\"choices\":[],\"usage\":{\"prompt_tokens\":%d,\"completion_tokens\":%d}}"
                .formatted(INPUT, TOKENS)),
        data("[DONE]"));
  }

  private static List<String> responses() {
    return all(
        typed("response.created", ",\"response\":{\"id\":\"r\",\"status\":\"in_progress\"}"),
        i -> typed("response.output_text.delta", ",\"delta\":\"t" + i + "\""),
        typed(
            "response.completed",
            ",\"response\":{\"status\":\"completed\",\"usage\":{\"input_tokens\":%d,\"output_tokens\":%d}}"
                .formatted(INPUT, TOKENS)));
  }

  private static List<String> messages() {
    return all(
        typed(
            "message_start",
            ",\"message\":{\"id\":\"m\",\"usage\":{\"input_tokens\":%d,\"output_tokens\":1}}"
                .formatted(INPUT)),
        i ->
            typed(
                "content_block_delta",
                ",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"t" + i + "\"}"),
        typed(
            "message_delta",
            ",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":%d}"
                .formatted(TOKENS)),
        typed("message_stop", ""));
  }

  private static List<String> ollama(String content) {
    return all(
        "",
        i -> "{\"model\":\"m\"," + content.formatted("t" + i) + ",\"done\":false}\n",
        "{\"model\":\"m\",%s,\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":%d,\"eval_count\":%d}\n"
            .formatted(content.formatted(""), INPUT, TOKENS));
  }

  private static List<String> sglang() {
    StringBuilder text = new StringBuilder();
    return all(
        "",
        i -> {
          text.append(" t").append(i);
          String finish = i == TOKENS ? "{\"type\":\"stop\"}" : "null";
          return data(
              "{\"text\":\"%s\",\"meta_info\":{\"finish_reason\":%s,\"prompt_tokens\":%d,\"completion_tokens\":%d}}"
                  .formatted(text, finish, INPUT, i));
        },
        data("[DONE]"));
  }

  private static List<String> tgi() {
    return all(
        "",
        i ->
            data(
                "{\"index\":%d,\"token\":{\"id\":7,\"text\":\"t%d\",\"special\":false},%s}"
                    .formatted(
                        i,
                        i,
                        i < TOKENS
                            ? "\"generated_text\":null,\"details\":null"
                            : "\"generated_text\":\"t\",\"details\":{\"finish_reason\":\"length\",\"generated_tokens\":%d,\"input_length\":%d}"
                                .formatted(TOKENS, INPUT))));
  }

  private static List<String> llamaCpp() {
    return all(
        "",
        i -> data("{\"index\":0,\"content\":\"t%d\",\"stop\":false}".formatted(i)),
        data(
            "{\"index\":0,\"content\":\"\",\"stop\":true,\"stop_type\":\"eos\",\"tokens_predicted\":%d,\"tokens_evaluated\":%d}"
                .formatted(TOKENS, INPUT)));
  }
}
