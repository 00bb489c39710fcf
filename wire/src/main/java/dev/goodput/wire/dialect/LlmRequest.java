package dev.goodput.wire.dialect;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One request, before a dialect encodes it.
///
/// @param model model name on the server
/// @param messages conversation so far, oldest first; empty if `prompt` replaces it
/// @param prompt bare prompt, null if `messages` contain the request
/// @param maxTokens limit on output tokens, -1 for none
/// @param stream whether to request a stream
/// @param includeUsage whether a stream should end with its usage
/// @param ignoreEos whether the server should generate `maxTokens` tokens (vLLM and compatible
///   servers; others ignore or reject it)
/// @param temperature temperature, null for the server's default
/// @param extraBodyJson JSON object whose members are added and take precedence; null for none
public record LlmRequest(
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
  public LlmRequest {
    messages = List.copyOf(messages);
  }

  /// One message of a conversation.
  ///
  /// @param role `system`, `user`, `assistant`, …
  /// @param content text of the message
  /// @param partsJson content as JSON if it is not plain text, otherwise null
  /// @param membersJson JSON object of the message's other members, null for none
  public record Turn(
      String role, String content, @Nullable String partsJson, @Nullable String membersJson) {
    /// Creates a text message.
    public Turn(String role, String content) {
      this(role, content, null, null);
    }
  }

  /// Returns the extra body for a request that was recorded with additional members.
  ///
  /// @param recorded JSON object of those members, null for none
  /// @param dropped names of members to drop, because they are set in another way
  /// @param extra JSON object whose members take precedence, null for none
  /// @throws dev.goodput.wire.BadSettingException if one is not a JSON object
  public static @Nullable String extraBody(
      @Nullable String recorded, Set<String> dropped, @Nullable String extra) {
    return recorded == null ? extra : RequestBody.merged(recorded, dropped, extra);
  }
}
