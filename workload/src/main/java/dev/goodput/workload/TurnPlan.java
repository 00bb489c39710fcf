package dev.goodput.workload;

import dev.goodput.workload.prompt.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One request of a session.
///
/// @param messages this turn's new messages; with [HistoryMode#BY_TURN] all messages to send
/// @param rawPrompt the same as plain text for a completions endpoint; null if the workload holds
///   chat messages that only a chat endpoint can carry
/// @param inputTokens expected tokens of the whole prompt at this turn, including earlier turns and
///   their planned responses; [#UNKNOWN] if an earlier response is unbounded
/// @param outputTokens requested tokens, [#UNKNOWN] if unbounded
/// @param thinkNanos pause after the previous response, 0 for the first turn
/// @param reference the answer that a judge compares with, null if there is none
/// @param membersJson a JSON object of the other members of the recorded request body, such as
///   `tools`; null if there are none
public record TurnPlan(
    List<Message> messages,
    @Nullable String rawPrompt,
    int inputTokens,
    int outputTokens,
    long thinkNanos,
    @Nullable String reference,
    @Nullable String membersJson) {

  /// A number of tokens that is not known or not bounded.
  public static final int UNKNOWN = -1;

  /// Copies the messages.
  public TurnPlan {
    messages = List.copyOf(messages);
    if (messages.isEmpty()) {
      throw new IllegalArgumentException("a turn needs a message");
    }
    if (thinkNanos < 0) {
      throw new IllegalArgumentException("think time below 0: " + thinkNanos);
    }
  }

  /// A turn without other request members.
  public TurnPlan(
      List<Message> messages,
      @Nullable String rawPrompt,
      int inputTokens,
      int outputTokens,
      long thinkNanos,
      @Nullable String reference) {
    this(messages, rawPrompt, inputTokens, outputTokens, thinkNanos, reference, null);
  }

  /// Returns the same turn without a pause before it.
  public TurnPlan withoutThinkTime() {
    return new TurnPlan(messages, rawPrompt, inputTokens, outputTokens, 0, reference, membersJson);
  }
}
