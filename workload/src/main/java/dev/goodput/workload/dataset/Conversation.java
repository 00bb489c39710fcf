package dev.goodput.workload.dataset;

import dev.goodput.workload.prompt.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A recorded session.
///
/// @param label what to call it in a message, for example `chat.jsonl:17`
/// @param offsetNanos recorded time since the first session, -1 where there is none
/// @param wholeHistory whether each turn already holds what came before it
/// @param turns at least one
public record Conversation(String label, long offsetNanos, boolean wholeHistory, List<Turn> turns) {

  /// Copies the turns.
  public Conversation {
    turns = List.copyOf(turns);
  }

  /// One request.
  ///
  /// @param lines what is said; empty where only a length is known
  /// @param plainPrompt whether it was a plain prompt rather than chat messages
  /// @param inputTokens tokens of the prompt as given, -1 where they are to be counted
  /// @param outputTokens tokens asked for, -1 where not given
  /// @param answer the recorded answer, whose length stands in for a missing `outputTokens`, and
  ///   which a judge may compare with
  /// @param delayNanos pause before it
  /// @param membersJson a JSON object of the other members of its body; null where there are none
  public record Turn(
      List<Message> lines,
      boolean plainPrompt,
      int inputTokens,
      int outputTokens,
      @Nullable String answer,
      long delayNanos,
      @Nullable String membersJson) {

    /// Copies the lines.
    public Turn {
      lines = List.copyOf(lines);
    }

    /// A request that sets nothing else.
    public Turn(
        List<Message> lines,
        boolean plainPrompt,
        int inputTokens,
        int outputTokens,
        @Nullable String answer,
        long delayNanos) {
      this(lines, plainPrompt, inputTokens, outputTokens, answer, delayNanos, null);
    }
  }
}
