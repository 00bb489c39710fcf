package dev.goodput.lab;

import dev.goodput.load.Body;
import dev.goodput.load.TurnEncoder;
import dev.goodput.wire.dialect.Ask;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.workload.Message;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// From what a workload asks to a body on the wire.
final class TurnAsk implements TurnEncoder {
  private final Dialect dialect;
  private final AskOptions options;
  private final @Nullable Tokenizer tokenizer;

  TurnAsk(Dialect dialect, AskOptions options, @Nullable Tokenizer tokenizer) {
    this.dialect = dialect;
    this.options = options;
    this.tokenizer = tokenizer;
  }

  @Override
  public Body encode(List<Message> conversation, TurnPlan turn) {
    return new Body(dialect.encode(ask(conversation, turn)), promptTokens(conversation));
  }

  Ask ask(List<Message> conversation, TurnPlan turn) {
    List<Ask.Turn> messages = new ArrayList<>(conversation.size());
    for (Message message : conversation) {
      messages.add(new Ask.Turn(message.role(), message.content()));
    }
    return new Ask(
        options.model(),
        messages,
        prompt(conversation, turn),
        turn.outputTokens(),
        options.stream(),
        options.includeUsage(),
        options.ignoreEos(),
        options.temperature(),
        options.extraBodyJson());
  }

  /// The same as plain text, for endpoints that take no messages: the turn's own text where it
  /// stands alone, else the conversation line by line.
  private static @Nullable String prompt(List<Message> conversation, TurnPlan turn) {
    if (turn.rawPrompt() == null || conversation.size() == turn.messages().size()) {
      return turn.rawPrompt();
    }
    StringBuilder text = new StringBuilder();
    for (Message message : conversation) {
      text.append(text.isEmpty() ? "" : "\n").append(message.content());
    }
    return text.toString();
  }

  private int promptTokens(List<Message> conversation) {
    if (tokenizer == null) {
      return -1;
    }
    int sum = 0;
    for (Message message : conversation) {
      sum += tokenizer.count(message.content());
    }
    return sum;
  }
}
