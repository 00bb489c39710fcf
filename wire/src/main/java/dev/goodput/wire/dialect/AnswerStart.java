package dev.goodput.wire.dialect;

import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// The start of an answer: its first event, or the first part of an answer that is not streamed. It
/// is stored as received, which is cheap on the event loop, and parsed on demand.
public final class AnswerStart {
  /// No bytes.
  public static final AnswerStart NONE = new AnswerStart(new byte[0]);

  /// The most bytes to store: servers send the names first.
  private static final int MAX_BYTES = 4096;

  private final byte[] bytes;

  /// The names that an answer contains.
  ///
  /// @param id ID of the answer, `""` if there is none
  /// @param model model name from the server, `""` if there is none
  public record Names(String id, String model) {
    /// No names.
    public static final Names NONE = new Names("", "");

    private Names orElse(Names other) {
      return new Names(id.isEmpty() ? other.id : id, model.isEmpty() ? other.model : model);
    }
  }

  private AnswerStart(byte[] bytes) {
    this.bytes = bytes;
  }

  /// Copies the bytes.
  public static AnswerStart of(byte[] bytes, int from, int to) {
    return new AnswerStart(Arrays.copyOfRange(bytes, from, Math.min(to, from + MAX_BYTES)));
  }

  /// Returns the names: those at the top level, or in the `message` of Anthropic's `message_start`
  /// or the `response` of OpenAI's `response.created`.
  public Names names() {
    try (JsonParser in = Json.parser(bytes, 0, bytes.length)) {
      return in.nextToken() == JsonToken.START_OBJECT ? names(in, true) : Names.NONE;
    } catch (JacksonException e) {
      return Names.NONE; // Not JSON.
    }
  }

  private static Names names(JsonParser in, boolean topLevel) {
    Names found = Names.NONE;
    try {
      for (String name = Json.member(in); name != null; name = Json.member(in)) {
        found = found.orElse(member(in, name, topLevel));
      }
    } catch (JacksonException e) {
      return found; // Truncated: what came before is valid.
    }
    return found;
  }

  private static Names member(JsonParser in, String name, boolean topLevel) {
    switch (name) {
      case "id" -> {
        return new Names(text(in), "");
      }
      case "model" -> {
        return new Names("", text(in));
      }
      case "message", "response" -> {
        if (topLevel && in.currentToken() == JsonToken.START_OBJECT) {
          return names(in, false);
        }
      }
      default -> {
        // Not a name.
      }
    }
    in.skipChildren();
    return Names.NONE;
  }

  private static String text(JsonParser in) {
    if (in.currentToken() == JsonToken.VALUE_STRING) {
      return in.getString();
    }
    in.skipChildren();
    return "";
  }
}
