package dev.goodput.workload;

import dev.goodput.workload.dataset.Conversation;
import dev.goodput.workload.dataset.DataSet;
import dev.goodput.workload.input.WorkloadException;
import java.util.Optional;

/// Conversations of a user's file.
record ConversationWorkload(String name, DataSet.Conversations data) implements Workload {
  @Override
  public String summary() {
    int turns = data.sessions().stream().mapToInt(session -> session.turns().size()).sum();
    String counts = "%,d sessions, %,d requests".formatted(data.sessions().size(), turns);
    return name + ": " + counts + (leftOut().isEmpty() ? "" : " (" + leftOut() + ")");
  }

  @Override
  public String leftOut() {
    return data.note();
  }

  @Override
  public Optional<String> sloPreset() {
    return Optional.empty();
  }

  @Override
  public boolean timed() {
    return data.sessions().getFirst().offsetNanos() >= 0;
  }

  @Override
  public SessionSource open(OpenOptions options) {
    boolean written =
        data.sessions().stream().flatMap(session -> session.turns().stream()).anyMatch(this::text);
    if (written && options.limits().input() != null) {
      throw new WorkloadException.Unusable(
          name + " holds its own prompts, so --input-tokens does not apply; leave it out");
    }
    if (!options.shape().equals(SessionShape.SINGLE)) {
      throw new WorkloadException.Unusable(
          name + " holds its own sessions, so --turns does not apply; leave it out");
    }
    return new ConversationSource(data.sessions(), options);
  }

  private boolean text(Conversation.Turn turn) {
    return !turn.lines().isEmpty();
  }
}
