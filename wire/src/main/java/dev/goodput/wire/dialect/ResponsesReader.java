package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import tools.jackson.core.JsonParser;

/// Reads an event, or a whole answer, of OpenAI Responses. Members come in any order, the type
/// often last, so that what an event means is known at its end.
///
/// @param in stands on the object
/// @param chunk takes what it says
record ResponsesReader(JsonParser in, Chunk chunk) {

  static void read(JsonParser in, Chunk chunk) {
    new ResponsesReader(in, chunk).object();
  }

  private void object() {
    String delta = "";
    State state = new State();
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "type" -> chunk.type(Json.text(in));
        case "delta" -> delta = Json.text(in);
        case "response" -> response(state);
        case "output" -> output();
        default -> member(name, state);
      }
    }
    switch (chunk.type) {
      case "error" -> chunk.failed = true;
      case "response.failed", "response.cancelled" -> failed(chunk.type);
      case "response.completed", "response.incomplete" -> ended(state);
      case "" -> whole(state);
      default -> delta(delta);
    }
  }

  /// How a response stands, by its own words.
  private static final class State {
    String status = "";
    String reason = "";
  }

  private void failed(String word) {
    chunk.error = chunk.error == null ? word : chunk.error;
  }

  private void ended(State state) {
    chunk.finish = state.reason.isEmpty() ? state.status : state.reason;
    chunk.end = true;
  }

  private void whole(State state) {
    switch (state.status) {
      case "" -> {
        // No response: an error, or nothing.
      }
      case "failed", "cancelled" -> failed("status \"" + state.status + "\"");
      default -> ended(state);
    }
  }

  private void delta(String text) {
    if (chunk.type.equals("response.audio.delta")) {
      chunk.sound = !text.isEmpty();
      return;
    }
    into(text);
  }

  private void into(String text) {
    switch (chunk.type) {
      case "response.output_text.delta" -> add(Channel.ANSWER, text);
      case "response.refusal.delta" -> add(Channel.REFUSAL, text);
      case "response.reasoning_text.delta", "response.reasoning_summary_text.delta" ->
          add(Channel.REASONING, text);
      case "response.function_call_arguments.delta",
          "response.custom_tool_call_input.delta",
          "response.mcp_call_arguments.delta",
          "response.code_interpreter_call_code.delta" ->
          add(Channel.TOOL_CALL, text);
      default -> {
        // The rest repeats what was told, or tells of progress.
      }
    }
  }

  private void add(Channel channel, String text) {
    chunk.of(channel).append(text);
  }

  private void response(State state) {
    if (!Json.atObject(in)) {
      return;
    }
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      member(name, state);
    }
  }

  /// A member of a response, which a whole answer has at its top. What a stream's last event
  /// repeats of the answer is no content of its own.
  private void member(String name, State state) {
    switch (name) {
      case "status" -> state.status = Json.text(in);
      case "incomplete_details" -> details(state);
      case "usage" -> usage();
      case "error" -> chunk.error(in);
      default -> in.skipChildren();
    }
  }

  private void details(State state) {
    if (!Json.atObject(in)) {
      return;
    }
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      if (name.equals("reason")) {
        state.reason = Json.text(in);
      } else {
        in.skipChildren();
      }
    }
  }

  private void usage() {
    if (Json.atObject(in)) {
      chunk.counted().read(in);
    }
  }

  private void output() {
    if (Json.atArray(in)) {
      while (Json.nextObject(in)) {
        item();
      }
    }
  }

  private void item() {
    String type = "";
    StringBuilder texts = new StringBuilder();
    StringBuilder refusals = new StringBuilder();
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "type" -> type = Json.text(in);
        case "content", "summary" -> parts(texts, refusals);
        case "name", "arguments", "input", "code" -> texts.append(Json.text(in));
        default -> in.skipChildren();
      }
    }
    Channel channel =
        switch (type) {
          case "message" -> Channel.ANSWER;
          case "reasoning" -> Channel.REASONING;
          default -> Channel.TOOL_CALL;
        };
    add(channel, texts.toString());
    add(Channel.REFUSAL, refusals.toString());
  }

  private void parts(StringBuilder texts, StringBuilder refusals) {
    if (!Json.atArray(in)) {
      return;
    }
    while (Json.nextObject(in)) {
      for (String name = Json.member(in); name != null; name = Json.member(in)) {
        switch (name) {
          case "text" -> texts.append(Json.text(in));
          case "refusal" -> refusals.append(Json.text(in));
          default -> in.skipChildren();
        }
      }
    }
  }
}
