package dev.goodput.workload.prompt;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/// One chat message.
///
/// @param role `system`, `user`, `assistant`, or any role in the user's file
/// @param content the text
/// @param partsJson the content as JSON from the user's file if it is more than a text (images,
///   audio, files); null otherwise
/// @param membersJson a JSON object of the message's other members, such as `tool_calls`; null if
///   it has none
public record Message(
    String role, String content, @Nullable String partsJson, @Nullable String membersJson) {
  /// Requires role and content.
  public Message {
    requireNonNull(role, "role");
    requireNonNull(content, "content");
  }

  /// A message that is a text.
  public Message(String role, String content) {
    this(role, content, null, null);
  }

  /// Returns whether its content is more than a text.
  public boolean media() {
    return partsJson != null && !partsJson.equals("null");
  }

  /// Returns the approximate number of characters it holds.
  public int characters() {
    return content.length()
        + (partsJson == null ? 0 : partsJson.length())
        + (membersJson == null ? 0 : membersJson.length());
  }

  /// Returns the same message after some other text. The text is empty or consists of letters,
  /// digits, blanks and line ends; only line ends need escaping in JSON.
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
