package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import java.util.Locale;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// A reader of one part of typed content: an object with a text or data, and usually a type, which
/// may come after them. Parts may be nested, such as the summaries of reasoning.
final class PartReader {
  /// Members of media that only describe the data.
  private static final Set<String> MEDIA_DESCRIPTIONS =
      Set.of(
          "type",
          "id",
          "index",
          "role",
          "format",
          "detail",
          "mime_type",
          "mimeType",
          "media_type",
          "expires_at");

  private final JsonParser in;

  /// The content of the part, by the names of its members.
  private final Chunk content = new Chunk("");

  private final StringBuilder name = new StringBuilder();
  private boolean thought;
  private boolean data;

  private PartReader(JsonParser in) {
    this.in = in;
  }

  /// Adds the parser's current content to the chunk: a string, a part, or a list of both.
  ///
  /// @param channel channel of a text whose part names no other channel
  static void read(JsonParser in, Chunk chunk, Channel channel) {
    if (in.currentToken() == JsonToken.VALUE_STRING) {
      chunk.of(channel).append(in.getString());
    } else if (in.currentToken() == JsonToken.START_OBJECT) {
      PartReader part = new PartReader(in);
      part.members();
      part.add(chunk, channel);
    } else if (in.currentToken() == JsonToken.START_ARRAY) {
      while (in.nextToken() != JsonToken.END_ARRAY) {
        read(in, chunk, channel);
      }
    }
  }

  /// Whether the parser's current value contains audio, image or video data.
  static boolean media(JsonParser in) {
    boolean found = in.currentToken() == JsonToken.VALUE_STRING && !in.getString().isEmpty();
    if (in.currentToken() == JsonToken.START_OBJECT) {
      for (String name = Json.member(in); name != null; name = Json.member(in)) {
        found |= media(in) && !MEDIA_DESCRIPTIONS.contains(name);
      }
    } else if (in.currentToken() == JsonToken.START_ARRAY) {
      while (in.nextToken() != JsonToken.END_ARRAY) {
        found |= media(in);
      }
    }
    return found;
  }

  private void members() {
    for (String member = Json.member(in); member != null; member = Json.member(in)) {
      switch (member) {
        case "type" -> content.type(Json.text(in));
        case "text", "content", "value", "transcript", "output_text" ->
            read(in, content, Channel.ANSWER);
        case "thinking", "reasoning", "reasoning_content", "reasoning_text", "summary" ->
            read(in, content, Channel.REASONING);
        case "refusal" -> read(in, content, Channel.REFUSAL);
        case "function", "function_call" -> read(in, content, Channel.TOOL_CALL);
        case "name" -> name.append(Json.text(in));
        case "arguments", "input", "partial_json", "code" -> content.toolCall.append(Json.text(in));
        default -> mediaOrFlag(member);
      }
    }
  }

  private void mediaOrFlag(String member) {
    switch (member) {
      // A flag for the adjacent text, or a text of its own.
      case "thought" -> {
        thought = in.currentToken() == JsonToken.VALUE_TRUE;
        read(in, content, Channel.REASONING);
      }
      case "image_url", "image", "audio", "audio_url", "input_audio", "video", "video_url" ->
          content.media |= media(in);
      case "data", "url", "b64_json", "source", "inline_data", "inlineData", "file", "result" ->
          data |= media(in);
      case "stop_reason" -> content.ended(Json.text(in));
      default -> in.skipChildren();
    }
  }

  /// Adds the part's content to the chunk. The result of a tool was not generated, so it does not
  /// count. Encrypted reasoning is for the next request; no user reads it.
  private void add(Chunk chunk, Channel channel) {
    String type = content.type.toLowerCase(Locale.ROOT);
    chunk.ended(content.finish == null ? "" : content.finish);
    if (type.contains("result")) {
      return;
    }
    Channel of = channel(type, channel);
    chunk.of(of).append(of == Channel.TOOL_CALL ? name : "").append(content.answer);
    content.answer.setLength(0);
    content.media |= data && (of == Channel.ANSWER || type.contains("image"));
    chunk.addContent(content);
  }

  private Channel channel(String type, Channel defaultChannel) {
    if (thought || type.contains("thinking") || type.contains("reasoning")) {
      return Channel.REASONING;
    }
    if (type.contains("refusal")) {
      return Channel.REFUSAL;
    }
    boolean call = type.contains("tool") || type.contains("function") || type.endsWith("_call");
    return call ? Channel.TOOL_CALL : defaultChannel;
  }
}
