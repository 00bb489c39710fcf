package dev.goodput.wire.dialect;

import java.util.List;
import java.util.Set;
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
  /// @param partsJson its content in JSON where it is more than a text; else null
  /// @param membersJson a JSON object of its other members, null where it has none
  public record Turn(
      String role, String content, @Nullable String partsJson, @Nullable String membersJson) {
    /// A text.
    public Turn(String role, String content) {
      this(role, content, null, null);
    }
  }

  /// The extra body of a request that was recorded with other members.
  ///
  /// @param recorded a JSON object of those members, null for none
  /// @param ours names of members that are set in another way and left out of it
  /// @param extra a JSON object whose members win, null for none
  /// @throws dev.goodput.wire.BadSettingException where one is no JSON object
  public static @Nullable String extraBody(
      @Nullable String recorded, Set<String> ours, @Nullable String extra) {
    return recorded == null ? extra : RequestBody.merged(recorded, ours, extra);
  }
}
