package dev.goodput.workload;

import static java.util.Objects.requireNonNull;

/// One chat message.
///
/// @param role `system`, `user`, `assistant`, or what the user's file says
/// @param content the text
public record Message(String role, String content) {
  /// Requires both.
  public Message {
    requireNonNull(role, "role");
    requireNonNull(content, "content");
  }
}
