package dev.goodput.workload.prompt;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/// One chat message.
///
/// @param role `system`, `user`, `assistant`, or what the user's file says
/// @param content the text
/// @param partsJson the content as the user's file has it, in JSON, where it is more than a text
///   (images, audio, files); else null
/// @param membersJson a JSON object of the message's other members, such as `tool_calls`; null
///   where it has none
public record Message(
    String role, String content, @Nullable String partsJson, @Nullable String membersJson) {
  /// Requires role and content.
  public Message {
    requireNonNull(role, "role");
    requireNonNull(content, "content");
  }

  /// A text.
  public Message(String role, String content) {
    this(role, content, null, null);
  }

  /// Whether its content is more than a text.
  public boolean media() {
    return partsJson != null && !partsJson.equals("null");
  }

  /// About how many characters it holds.
  public int characters() {
    return content.length()
        + (partsJson == null ? 0 : partsJson.length())
        + (membersJson == null ? 0 : membersJson.length());
  }

  /// The same behind some other text, which is empty or of letters, digits and blanks: none that
  /// JSON escapes but line ends.
  public Message after(String text) {
    if (text.isEmpty()) {
      return this;
    }
    String parts = partsJson;
    if (parts != null && parts.startsWith("[{")) {
      parts =
          "[{\"type\":\"text\",\"text\":\""
              + text.replace("\n", "\\n")
              + "\"},"
              + parts.substring(1);
    }
    return new Message(role, text + content, parts, membersJson);
  }
}
