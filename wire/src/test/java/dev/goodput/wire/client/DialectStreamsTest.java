package dev.goodput.wire.client;

import static dev.goodput.wire.client.DialectReplay.EVENTS;
import static dev.goodput.wire.client.DialectReplay.LINES;
import static dev.goodput.wire.client.DialectReplay.reads;
import static dev.goodput.wire.client.DialectReplay.readsAll;
import static dev.goodput.wire.client.DialectReplay.readsWhole;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Streams of the vendors' dialects, cut at every byte: the channels of the events, the counts, and
/// the outcome.
final class DialectStreamsTest {
  /// Returns events with types, given both in the line before and in the JSON.
  private static String typed(String... typesAndRests) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < typesAndRests.length; i += 2) {
      String type = typesAndRests[i];
      all.append("event: ").append(type).append("\ndata: {\"type\":\"").append(type).append('"');
      all.append(typesAndRests[i + 1]).append("}\n\n");
    }
    return all.toString();
  }

  private static final String MESSAGE_BEGIN =
      ",\"message\":{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"content\":[],"
          + "\"stop_reason\":null,\"usage\":{\"input_tokens\":9,\"cache_creation_input_tokens\":2,"
          + "\"cache_read_input_tokens\":4,\"output_tokens\":1}}";

  private static final String MESSAGE =
      typed(
          "message_start",
          MESSAGE_BEGIN,
          "content_block_start",
          ",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\"}",
          "ping",
          "",
          "content_block_delta",
          ",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}",
          "content_block_delta",
          ",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"EqQB\"}",
          "content_block_stop",
          ",\"index\":0",
          "content_block_start",
          ",\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"\"}",
          "content_block_delta",
          ",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\"Hi\"}",
          "content_block_delta",
          ",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\" you\"}",
          "content_block_start",
          ",\"index\":2,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"go\",\"input\":{}}",
          "content_block_delta",
          ",\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"\"}",
          "content_block_delta",
          ",\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{}\"}",
          "something_new",
          ",\"delta\":{\"type\":\"text_delta\",\"text\":\"no\"}",
          "message_delta",
          ",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":7}",
          "message_stop",
          "");

  @Test
  void readsAnthropicMessages() {
    reads("messages", MESSAGE, "raatt 15/4 7 ok end_turn |Hi you");
    reads(
        "messages", MESSAGE + "event: data\ndata: [DONE]\n\n", "raatt 15/4 7 ok end_turn |Hi you");
  }

  @Test
  void takesTheTypeOfAnEventFromItsNameWhereTheDataHasNone() {
    reads(
        "messages",
        MESSAGE
            .replaceAll("\\{\"type\":\"(\\w+)\",\"(index|message|delta|usage)\"", "{\"$2\"")
            .replace("{\"type\":\"message_stop\"}", "{}"),
        "raatt 15/4 7 ok end_turn |Hi you");
    reads(
        "responses",
        "data: {\"delta\":\"a\"}\nevent: response.output_text.delta\n\n"
            + "event: response.completed\ndata: {\"response\":{\"status\":\"completed\"}}\n\n",
        "a -1/-1 -1 ok completed |a");
  }

  @Test
  void readsErrorsAndTruncatedMessages() {
    String begun =
        typed(
            "message_start",
            MESSAGE_BEGIN,
            "content_block_delta",
            ",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\"Hi\"}");
    reads(
        "messages",
        begun
            + typed(
                "error", ",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}"),
        "a 15/4 -1 error_event Overloaded (overloaded_error) |Hi");
    reads(
        "messages",
        begun + "data: {\"type\":\"error\",\"message\":\"no\",\"code\":\"busy\"}\n\n",
        "a 15/4 -1 error_event no (busy) |Hi");
    reads("messages", begun, "a 15/4 -1 truncated no finish reason and no end event |Hi");
  }

  @Test
  void readsAWholeMessage() {
    readsWhole(
        "messages",
        "{\"id\":\"m\",\"type\":\"message\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\","
            + "\"signature\":\"x\"},{\"type\":\"text\",\"text\":\"Hi\"},{\"type\":\"tool_use\",\"name\":"
            + "\"go\",\"input\":{\"a\":[1]}}],\"stop_reason\":\"tool_use\",\"usage\":{\"input_tokens\":3,"
            + "\"output_tokens\":5}}",
        "a 3/-1 5 ok tool_use |Hi");
  }

  private static final String RESPONSE_END =
      ",\"sequence_number\":9,\"response\":{\"id\":\"r\",\"status\":\"completed\",\"error\":null,"
          + "\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"Hi\"}]}],"
          + "\"usage\":{\"input_tokens\":9,\"input_tokens_details\":{\"cached_tokens\":4},"
          + "\"output_tokens\":5,\"output_tokens_details\":{\"reasoning_tokens\":2}}}";

  private static final String RESPONSE_BEGUN =
      typed(
          "response.created",
          ",\"response\":{\"id\":\"r\",\"status\":\"in_progress\",\"output\":[],\"usage\":null}",
          "response.output_item.added",
          ",\"item\":{\"type\":\"message\",\"content\":[]}",
          "response.reasoning_summary_text.delta",
          ",\"delta\":\"so\",\"summary_index\":0",
          "response.reasoning_text.delta",
          ",\"delta\":\"so\"",
          "response.output_text.delta",
          ",\"sequence_number\":4,\"delta\":\"Hi\",\"logprobs\":[],\"obfuscation\":\"x8\"",
          "response.output_text.delta",
          ",\"delta\":\"\"",
          "response.refusal.delta",
          ",\"delta\":\"no\"",
          "response.function_call_arguments.delta",
          ",\"delta\":\"{}\"",
          "response.audio.delta",
          ",\"delta\":\"AAAA\"",
          "response.output_text.done",
          ",\"text\":\"Hi\"",
          "response.output_item.done",
          ",\"item\":{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"Hi\"}]}");

  @Test
  void readsResponses() {
    reads(
        "responses",
        RESPONSE_BEGUN + typed("response.completed", RESPONSE_END),
        "rrafta 9/4 5 ok completed |Hi");
    reads(
        "responses",
        (RESPONSE_BEGUN + typed("response.completed", RESPONSE_END)).replaceAll("event: .*\n", ""),
        "rrafta 9/4 5 ok completed |Hi");
    reads(
        "responses",
        RESPONSE_BEGUN
            + typed(
                "response.incomplete",
                ",\"response\":{\"status\":\"incomplete\",\"incomplete_details\":{\"reason\":"
                    + "\"max_output_tokens\"},\"usage\":{\"input_tokens\":9,\"output_tokens\":6}}"),
        "rrafta 9/-1 6 ok max_output_tokens |Hi");
  }

  @Test
  void readsErrorsAndTruncatedResponses() {
    reads(
        "responses",
        RESPONSE_BEGUN
            + typed(
                "response.failed",
                ",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"server_error\","
                    + "\"message\":\"out\"},\"usage\":null}"),
        "rrafta -1/-1 -1 error_event out (server_error) |Hi");
    reads(
        "responses",
        RESPONSE_BEGUN
            + typed(
                "error", ",\"code\":\"server_is_overloaded\",\"message\":\"busy\",\"param\":null"),
        "rrafta -1/-1 -1 error_event busy (server_is_overloaded) |Hi");
    reads(
        "responses",
        RESPONSE_BEGUN + "data: {\"error\":{\"message\":\"gone\"}}\n\n",
        "rrafta -1/-1 -1 error_event gone |Hi");
    reads(
        "responses",
        RESPONSE_BEGUN,
        "rrafta -1/-1 -1 truncated no finish reason and no end event |Hi");
  }

  @Test
  void readsAWholeResponse() {
    readsWhole(
        "responses",
        "{\"id\":\"r\",\"object\":\"response\",\"status\":\"incomplete\",\"error\":null,"
            + "\"incomplete_details\":{\"reason\":\"max_output_tokens\"},\"output\":[{\"type\":"
            + "\"reasoning\",\"summary\":[{\"type\":\"summary_text\",\"text\":\"so\"}]},{\"type\":"
            + "\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"Hi\","
            + "\"annotations\":[]}]},{\"type\":\"function_call\",\"name\":\"go\",\"arguments\":\"{}\"}],"
            + "\"text\":{\"format\":{\"type\":\"text\"}},\"usage\":{\"input_tokens\":3,\"output_tokens\":5}}",
        "a 3/-1 5 ok max_output_tokens |Hi");
    readsWhole(
        "responses",
        "{\"object\":\"response\",\"status\":\"failed\",\"error\":{\"code\":\"c\",\"message\":\"m\"},"
            + "\"output\":[]}",
        " -1/-1 -1 error_event m (c) |");
  }

  private static String line(String rest) {
    return "{\"model\":\"m\",\"created_at\":\"2026-11-20T10:00:00.000000001Z\"," + rest + "}\n";
  }

  private static final String CHAT_LINES =
      line(
              "\"message\":{\"role\":\"assistant\",\"content\":\"\",\"thinking\":\"hm\"},\"done\":false")
          + line("\"message\":{\"role\":\"assistant\",\"content\":\"Hi\"},\"done\":false")
          + line(
              "\"message\":{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"function\":"
                  + "{\"name\":\"go\",\"arguments\":{\"a\":1}}}]},\"done\":false");

  @Test
  void readsOllamasChat() {
    String end =
        line(
            "\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done_reason\":\"length\",\"done\":"
                + "true,\"total_duration\":180000000,\"prompt_eval_count\":9,\"eval_count\":2");
    readsAll("ollama", LINES, CHAT_LINES + end, "rat 9/-1 2 ok length |Hi");
    readsAll(
        "ollama",
        EVENTS.replace("text/event-stream", "text/plain"),
        CHAT_LINES + end,
        "rat 9/-1 2 ok length |Hi");
    readsAll(
        "ollama",
        LINES,
        CHAT_LINES + line("\"message\":{\"content\":\"\"},\"done\":true"),
        "rat -1/-1 -1 ok  |Hi");
    readsAll(
        "ollama",
        LINES,
        CHAT_LINES + "{\"error\":\"an error was encountered\"}\n",
        "rat -1/-1 -1 error_event an error was encountered |Hi");
    readsAll(
        "ollama",
        LINES,
        CHAT_LINES,
        "rat -1/-1 -1 truncated no finish reason and no end event |Hi");
    readsWhole(
        "ollama",
        line(
            "\"message\":{\"content\":\"Hi"
                + " you\"},\"done\":true,\"done_reason\":\"stop\",\"eval_count\":2"),
        "a -1/-1 2 ok stop |Hi you");
  }

  @Test
  void readsOllamasGenerate() {
    String body =
        line("\"response\":\"\",\"thinking\":\"hm\",\"done\":false")
            + line("\"response\":\"Hi\",\"done\":false")
            + line(
                "\"response\":\"\",\"done\":true,\"done_reason\":\"stop\",\"context\":[1,2,3],"
                    + "\"prompt_eval_count\":4,\"eval_count\":3");
    readsAll("ollama-generate", LINES, body, "ra 4/-1 3 ok stop |Hi");
  }

  @Test
  void namesInvalidResponsesInEveryDialect() {
    for (String dialect : List.of("responses", "messages", "sglang", "tgi", "llamacpp")) {
      reads(dialect, "data: oops\n\n", " -1/-1 -1 malformed an event is no JSON object: oops |");
      reads(dialect, "error: {\"message\":\"m\"}\n\n", " -1/-1 -1 error_event m |");
      reads(dialect, ": ping\n\ndata:\n\n", " -1/-1 -1 empty  |");
    }
  }
}
