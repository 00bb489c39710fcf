package dev.goodput.lab;

import dev.goodput.load.Body;
import dev.goodput.load.TurnEncoder;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.dialect.LlmRequest;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.prompt.Message;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An encoder of a workload's turns as request bodies.
final class RequestEncoder implements TurnEncoder {
  private final Dialect dialect;

  /// Whether the endpoint takes a bare prompt; a turn without a conversation is then sent as its
  /// text.
  private final boolean bare;

  private final AskOptions options;
  private final @Nullable Tokenizer tokenizer;

  RequestEncoder(Dialect dialect, AskOptions options, @Nullable Tokenizer tokenizer) {
    this.dialect = dialect;
    this.bare = dialect.takesBarePrompts();
    this.options = options;
    this.tokenizer = tokenizer;
  }

  @Override
  public Body encode(List<Message> conversation, TurnPlan turn) {
    return new Body(dialect.encode(ask(conversation, turn)), promptTokens(conversation, turn));
  }

  LlmRequest ask(List<Message> conversation, TurnPlan turn) {
    String prompt = bare && conversation.size() == turn.messages().size() ? turn.rawPrompt() : null;
    return new LlmRequest(
        options.model(),
        prompt == null ? turns(conversation) : List.of(),
        prompt,
        turn.outputTokens(),
        options.stream(),
        options.includeUsage(),
        options.ignoreEos(),
        options.temperature(),
        LlmRequest.extraBody(turn.membersJson(), ours(), options.extraBodyJson()));
  }

  /// Returns the fields that the options set and a recorded body may set too; the options take
  /// precedence.
  private Set<String> ours() {
    Set<String> ours = new HashSet<>();
    if (options.temperature() != null) {
      ours.add("temperature");
    }
    if (options.ignoreEos()) {
      ours.add("ignore_eos");
    }
    return ours;
  }

  private static List<LlmRequest.Turn> turns(List<Message> conversation) {
    List<LlmRequest.Turn> turns = new ArrayList<>(conversation.size());
    for (Message message : conversation) {
      turns.add(
          new LlmRequest.Turn(
              message.role(), message.content(), message.partsJson(), message.membersJson()));
    }
    return turns;
  }

  /// Returns the planned token count for what is sent as planned. If the conversation contains the
  /// server's responses, its tokens are counted.
  private int promptTokens(List<Message> conversation, TurnPlan turn) {
    if (tokenizer == null) {
      return TurnPlan.UNKNOWN;
    }
    boolean asPlanned = conversation.size() == turn.messages().size();
    if (asPlanned && turn.inputTokens() != TurnPlan.UNKNOWN) {
      return turn.inputTokens();
    }
    int sum = 0;
    for (Message message : conversation) {
      sum += tokenizer.count(message.content());
    }
    return sum;
  }
}
