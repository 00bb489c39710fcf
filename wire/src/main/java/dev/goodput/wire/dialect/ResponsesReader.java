package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import dev.goodput.record.FinishReason;
import tools.jackson.core.JsonParser;

/// A reader of an event, or a whole answer, of OpenAI Responses. Members come in any order, often
/// with the type last, so the meaning of an event is known only at its end.
///
/// @param in parser, positioned at the object
/// @param chunk receiver of the content
record ResponsesReader(JsonParser in, Chunk chunk) {

  static void read(JsonParser in, Chunk chunk) {
    new ResponsesReader(in, chunk).object();
  }

  private void object() {
    Chunk delta = new Chunk("");
    State state = new State();
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "type" -> chunk.type(Json.text(in));
        case "delta" -> PartReader.read(in, delta, Channel.ANSWER);
        case "partial_image_b64" -> delta.media |= PartReader.media(in);
        case "response" -> response(state);
        case "output" -> output();
        default -> member(name, state);
      }
    }
    switch (chunk.type) {
      case "error" -> chunk.failed = true;
      case "response.completed", "response.incomplete" -> ended(state);
      case "" -> whole(state);
      default -> {
        if (isFailure()) {
          setError(chunk.type);
        }
        delta(delta);
      }
    }
  }

  /// The status that a response states.
  private static final class State {
    String status = "";
    String reason = "";
  }

  /// Whether the event, such as `response.failed`, concerns the whole response and indicates a
  /// failure. An event of a tool has a longer name.
  private boolean isFailure() {
    String response = "response.";
    return chunk.type.startsWith(response)
        && chunk.type.indexOf('.', response.length()) < 0
        && FinishReason.meansFailure(chunk.type);
  }

  private void setError(String error) {
    chunk.error = chunk.error == null ? error : chunk.error;
  }

  private void ended(State state) {
    chunk.ended(state.reason.isEmpty() ? state.status : state.reason);
    chunk.end = true;
  }

  private void whole(State state) {
    switch (state.status) {
      case "" -> {
        // Not a response: an error, or nothing.
      }
      default -> {
        if (FinishReason.meansFailure(state.status)) {
          setError("status \"" + state.status + "\"");
        }
        ended(state);
      }
    }
  }

  /// Adds a part of the answer. Other events repeat earlier content, or show progress.
  private void delta(Chunk delta) {
    if (chunk.type.endsWith("partial_image")) {
      chunk.media = delta.media;
    }
    if (!chunk.type.endsWith(".delta")) {
      return;
    }
    boolean text = chunk.type.contains("text") || chunk.type.contains("transcript");
    boolean data = !text && (chunk.type.contains("audio") || chunk.type.contains("image"));
    chunk.media = delta.media || (data && !delta.answer.isEmpty());
    if (!data) {
      add(channel(), delta.answer.toString());
      delta.answer.setLength(0);
      chunk.addContent(delta);
    }
  }

  /// Returns the channel of a delta by its event's name, such as `response.reasoning_text.delta`.
  private Channel channel() {
    if (chunk.type.contains("reasoning")) {
      return Channel.REASONING;
    }
    if (chunk.type.contains("refusal")) {
      return Channel.REFUSAL;
    }
    boolean call = chunk.type.contains("call") || chunk.type.contains("arguments");
    return call ? Channel.TOOL_CALL : Channel.ANSWER;
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

  /// Reads a member of a response, which is at the top level of an answer that is not streamed. The
  /// last event of a stream repeats the answer, which is not new content.
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
      chunk.countsOfChoice().read(in);
    }
  }

  private void output() {
    if (Json.atArray(in)) {
      while (Json.nextObject(in)) {
        item();
      }
    }
  }

  /// Reads an item: a part whose channel follows from its type, which is a message, reasoning, or a
  /// tool call.
  private void item() {
    Chunk content = new Chunk("");
    PartReader.read(in, content, Channel.ANSWER);
    chunk.addContent(content);
  }
}
