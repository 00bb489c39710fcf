package dev.goodput.wire.dialect;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One question, before it is put into a dialect's words.
///
/// @param model the model's name at the server
/// @param messages the conversation so far, oldest first; empty where `prompt` stands for it
/// @param prompt a bare prompt, null where `messages` hold the question
/// @param maxTokens most output tokens, -1 for no limit of ours
/// @param stream whether the answer should come as a stream
/// @param includeUsage whether a stream should end with its usage
/// @param ignoreEos whether the server should go on to `maxTokens` (vLLM and its kin; others ignore
///   or refuse it)
/// @param temperature null for the server's default
/// @param extraBodyJson a JSON object whose members are added, and win; null for none
public record Ask(
    String model,
    List<Turn> messages,
    @Nullable String prompt,
    int maxTokens,
    boolean stream,
    boolean includeUsage,
    boolean ignoreEos,
    @Nullable Double temperature,
    @Nullable String extraBodyJson) {

  /// Copies the messages.
  public Ask {
    messages = List.copyOf(messages);
  }

  /// One message of a conversation.
  ///
  /// @param role `system`, `user`, `assistant`, …
  /// @param content its text
  public record Turn(String role, String content) {}
}
