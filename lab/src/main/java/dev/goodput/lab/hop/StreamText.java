package dev.goodput.lab.hop;

import java.nio.charset.StandardCharsets;

/// The text that the upstream writes: always the same for the same probe.
final class StreamText {
  private StreamText() {}

  static byte[] models() {
    return bytes(
        "{\"object\":\"list\",\"data\":[{\"id\":\"goodput-hop\",\"object\":\"model\",\"created\":1,\"owned_by\":\"goodput\"}]}");
  }

  static byte[] refusal() {
    return bytes(
        "{\"error\":{\"message\":\"the queue is"
            + " full\",\"type\":\"ServiceUnavailableError\",\"param\":null,\"code\":503}}");
  }

  static byte[] isComplete(long probe, int tokens) {
    return bytes(
        "{\"id\":\"chatcmpl-hop-%d\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"goodput-hop\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"%s\"},\"logprobs\":null,\"finish_reason\":\"length\"}],%s}"
            .formatted(probe, " word".repeat(tokens), usage(tokens)));
  }

  /// Returns the content event at a position.
  static byte[] event(long probe, int place, boolean odd) {
    return odd ? bytes(odd(probe, place)) : bytes(event(probe, " word"));
  }

  private static String event(long probe, String content) {
    return "data: {\"id\":\"chatcmpl-hop-%d\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"goodput-hop\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n"
        .formatted(probe, content);
  }

  /// Returns text that is legal in a stream, but lost or changed if a proxy parses and rewrites it.
  private static String odd(long probe, int place) {
    return switch (place % 6) {
      case 0 -> ": a comment that keeps the connection alive\n\n" + event(probe, " word");
      case 1 -> event(probe, " caf\\u00e9 \\ud83d\\ude00 \\/ \\t");
      case 2 -> event(probe, " café 😀 ½");
      case 3 ->
          "event: delta\nid: %d\nretry: 100\n".formatted(place) + event(probe, "\\\"quoted\\\"");
      case 4 ->
          event(probe, " word")
              .replace("\"logprobs\":null", "\"logprobs\" :  null , \"x_goodput\":{\"n\":1.50}");
      default -> event(probe, " word").replace("data: {", "data:{").replace("\n\n", "\r\n\r\n");
    };
  }

  /// Returns what follows the last content event.
  static byte[] end(long probe, int tokens) {
    String finish =
        "data: {\"id\":\"chatcmpl-hop-%d\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"goodput-hop\",\"choices\":[{\"index\":0,\"delta\":{},\"logprobs\":null,\"finish_reason\":\"length\"}]}\n\n"
            .formatted(probe);
    String counts =
        "data: {\"id\":\"chatcmpl-hop-%d\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"goodput-hop\",\"choices\":[],%s}\n\n"
            .formatted(probe, usage(tokens));
    return bytes(finish + counts + "data: [DONE]\n\n");
  }

  private static String usage(int tokens) {
    return "\"usage\":{\"prompt_tokens\":8,\"completion_tokens\":%d,\"total_tokens\":%d}"
        .formatted(tokens, tokens + 8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
