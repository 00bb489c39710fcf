package dev.goodput.workload;

import dev.goodput.workload.prompt.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One request of a session.
///
/// @param messages this turn's new messages; with [History#BY_TURN] all that is sent
/// @param rawPrompt the same as plain text for a completions endpoint; null where the workload
///   holds chat messages that only a chat endpoint can carry
/// @param inputTokens tokens of the whole prompt expected at this turn, earlier turns and their
///   planned answers included; [#UNKNOWN] where an earlier answer is unbounded
/// @param outputTokens tokens asked for, [#UNKNOWN] where unbounded
/// @param thinkNanos pause after the previous answer, 0 for the first turn
/// @param reference the answer that a judge compares with, null where none
/// @param membersJson a JSON object of the other members of the recorded request body, such as
///   `tools`; null where there are none
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

  /// A turn of a request that sets nothing else.
  public TurnPlan(
      List<Message> messages,
      @Nullable String rawPrompt,
      int inputTokens,
      int outputTokens,
      long thinkNanos,
      @Nullable String reference) {
    this(messages, rawPrompt, inputTokens, outputTokens, thinkNanos, reference, null);
  }

  /// The same without a pause before it.
  public TurnPlan hurried() {
    return new TurnPlan(messages, rawPrompt, inputTokens, outputTokens, 0, reference, membersJson);
  }
}
