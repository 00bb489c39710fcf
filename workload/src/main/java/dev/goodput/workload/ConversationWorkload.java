package dev.goodput.workload;

import dev.goodput.workload.dataset.Conversation;
import dev.goodput.workload.dataset.DataSet;
import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.prompt.Message;
import java.util.Optional;
import java.util.Set;

/// A workload of the conversations in a user's file.
record ConversationWorkload(String name, DataSet.Conversations data) implements Workload {
  @Override
  public String summary() {
    String counts = "%,d sessions, %,d requests".formatted(data.sessions().size(), requests());
    return name + ": " + counts + (excluded().isEmpty() ? "" : " (" + excluded() + ")");
  }

  private long requests() {
    return data.sessions().stream().mapToLong(session -> session.turns().size()).sum();
  }

  @Override
  public Optional<WorkloadSize> extent() {
    long span = Math.max(0, data.sessions().getLast().offsetNanos());
    return Optional.of(new WorkloadSize(requests(), span, written()));
  }

  @Override
  public String excluded() {
    return data.note();
  }

  @Override
  public Set<String> members() {
    return data.members();
  }

  @Override
  public boolean media() {
    return data.sessions().stream()
        .flatMap(session -> session.turns().stream())
        .flatMap(turn -> turn.lines().stream())
        .anyMatch(Message::media);
  }

  @Override
  public Optional<String> sloPreset() {
    return Optional.empty();
  }

  @Override
  public boolean timed() {
    return data.sessions().getFirst().offsetNanos() >= 0;
  }

  /// Each turn includes those before it.
  @Override
  public boolean sharesPrefixes() {
    return true;
  }

  @Override
  public SessionSource open(OpenOptions options) {
    if (written() && options.limits().input() != null) {
      throw new WorkloadException.Unusable(
          name + " holds its own prompts, so --input-tokens does not apply; leave it out");
    }
    if (!options.shape().equals(SessionShape.SINGLE)) {
      throw new WorkloadException.Unusable(
          name + " holds its own sessions, so --turns does not apply; leave it out");
    }
    return new ConversationSource(data.sessions(), options);
  }

  private boolean written() {
    return data.sessions().stream()
        .flatMap(session -> session.turns().stream())
        .anyMatch(this::text);
  }

  private boolean text(Conversation.Turn turn) {
    return !turn.lines().isEmpty();
  }
}
