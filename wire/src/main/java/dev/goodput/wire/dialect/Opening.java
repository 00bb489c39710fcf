package dev.goodput.wire.dialect;

import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// How an answer begins: its first event, or the begin of an answer that comes whole. Kept as it
/// came, so that it costs nothing on the event loop, and read by whoever wants to know.
public final class Opening {
  /// Nothing came.
  public static final Opening NONE = new Opening(new byte[0]);

  /// Servers name an answer first; no more is kept of a long one.
  private static final int MOST_BYTES = 4096;

  private final byte[] bytes;

  /// What an answer calls itself.
  ///
  /// @param id its own id, `""` where it has none
  /// @param model the model as the server names it, `""` where it does not
  public record Names(String id, String model) {
    /// Nothing is named.
    public static final Names NONE = new Names("", "");

    private Names filledBy(Names other) {
      return new Names(id.isEmpty() ? other.id : id, model.isEmpty() ? other.model : model);
    }
  }

  private Opening(byte[] bytes) {
    this.bytes = bytes;
  }

  /// Keeps a copy.
  public static Opening of(byte[] bytes, int from, int to) {
    return new Opening(Arrays.copyOfRange(bytes, from, Math.min(to, from + MOST_BYTES)));
  }

  /// What stands in it: at the top, or in the `message` of Anthropic's `message_start` or the
  /// `response` of OpenAI's `response.created`.
  public Names names() {
    try (JsonParser in = Json.parser(bytes, 0, bytes.length)) {
      return in.nextToken() == JsonToken.START_OBJECT ? names(in, true) : Names.NONE;
    } catch (JacksonException e) {
      return Names.NONE; // No JSON: it has no names.
    }
  }

  private static Names names(JsonParser in, boolean outer) {
    Names found = Names.NONE;
    try {
      for (String name = Json.member(in); name != null; name = Json.member(in)) {
        found = found.filledBy(member(in, name, outer));
      }
    } catch (JacksonException e) {
      return found; // It was cut where we keep no more: what came before it holds.
    }
    return found;
  }

  private static Names member(JsonParser in, String name, boolean outer) {
    switch (name) {
      case "id" -> {
        return new Names(text(in), "");
      }
      case "model" -> {
        return new Names("", text(in));
      }
      case "message", "response" -> {
        if (outer && in.currentToken() == JsonToken.START_OBJECT) {
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
