package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// A reader of the `delta` or `message` of a choice.
record DeltaReader(JsonParser in, Chunk chunk) {
  /// The members that servers use for reasoning, in order of precedence.
  private static final List<String> REASONING =
      List.of("reasoning_content", "reasoning", "reasoning_details", "thinking", "reasoning_text");

  void read() {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return;
    }
    int before = chunk.reasoning.length();
    List<Chunk> spellings = new ArrayList<>();
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      in.nextToken();
      switch (name) {
        case "content", "audio" -> PartReader.read(in, chunk, Channel.ANSWER);
        case "image", "images", "video" -> chunk.media |= PartReader.media(in);
        case "refusal" -> PartReader.read(in, chunk, Channel.REFUSAL);
        case "tool_calls" -> toolCalls();
        case "function_call" -> function();
        default -> reasoning(name, spellings);
      }
    }
    if (chunk.reasoning.length() == before) {
      addFirst(spellings);
    }
  }

  private void reasoning(String name, List<Chunk> spellings) {
    if (!REASONING.contains(name)) {
      in.skipChildren();
      return;
    }
    Chunk spelling = new Chunk(name);
    PartReader.read(in, spelling, Channel.REASONING);
    spellings.add(spelling);
  }

  /// Adds the reasoning text. Several members may contain the same text; it counts once.
  private void addFirst(List<Chunk> spellings) {
    for (String name : REASONING) {
      for (Chunk each : spellings) {
        if (each.type.equals(name) && !each.reasoning.isEmpty()) {
          chunk.reasoning.append(each.reasoning);
          return;
        }
      }
    }
  }

  void toolCalls() {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      in.skipChildren();
      return;
    }
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (in.currentToken() != JsonToken.START_OBJECT) {
        in.skipChildren();
        continue;
      }
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        // Custom tools have a free-text input instead of a function's arguments.
        boolean function = in.currentName().equals("function") || in.currentName().equals("custom");
        in.nextToken();
        if (function) {
          function();
        } else {
          in.skipChildren();
        }
      }
    }
  }

  /// Reads a function call. A name or a part of the arguments is content; an ID alone is not.
  private void function() {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return;
    }
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      if (in.nextToken() == JsonToken.VALUE_STRING
          && (name.equals("name") || name.equals("arguments") || name.equals("input"))) {
        chunk.toolCall.append(in.getString());
      } else {
        in.skipChildren();
      }
    }
  }
}
