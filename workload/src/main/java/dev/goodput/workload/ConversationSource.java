package dev.goodput.workload;

import dev.goodput.workload.dataset.Conversation;
import dev.goodput.workload.length.LengthDistribution;
import dev.goodput.workload.prompt.Message;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A source of a file's conversations, round after round.
final class ConversationSource implements SessionSource {
  private final List<Conversation> sessions;
  private final OpenOptions options;
  private final TurnComposer composer;
  private final RowOrder order;
  private final SkipCounter skips;
  private final boolean playTimes;
  private long round = -1;
  private int place;
  private long planned;

  ConversationSource(List<Conversation> sessions, OpenOptions options) {
    this.sessions = sessions;
    this.options = options;
    this.composer = new TurnComposer(options);
    this.skips = new SkipCounter(options.limits().maxModelLen());
    Replay.Order requested = options.replay().order();
    this.order = new RowOrder(sessions.size(), requested, options.seed(), false);
    this.playTimes = requested == Replay.Order.RECORDED && sessions.getFirst().offsetNanos() >= 0;
    this.place = sessions.size();
  }

  @Override
  public @Nullable SessionPlan next() {
    for (int missed = 0; missed <= sessions.size(); missed++) {
      if (place == sessions.size() && !startRound()) {
        skips.requireAny(planned);
        return null;
      }
      Conversation session = sessions.get(order.row(place++));
      List<TurnPlan> turns = composer.turns(session);
      if (fits(session, turns)) {
        return new SessionPlan(planned++, offset(session), history(session), turns);
      }
    }
    throw skips.nothingFits();
  }

  private boolean startRound() {
    if (round >= 0 && (options.replay().once() || atOneMoment())) {
      return false;
    }
    round++;
    place = 0;
    order.startRound(round);
    return true;
  }

  /// Returns whether all sessions have the same time, which does not show when to start over.
  private boolean atOneMoment() {
    return playTimes && sessions.getLast().offsetNanos() == 0;
  }

  private boolean fits(Conversation session, List<TurnPlan> turns) {
    for (TurnPlan turn : turns) {
      if (!skips.accepts(turn.inputTokens(), turn.outputTokens(), session.label(), turns.size())) {
        return false;
      }
    }
    return true;
  }

  private long offset(Conversation session) {
    if (!playTimes) {
      return SessionPlan.UNTIMED;
    }
    long span = sessions.getLast().offsetNanos();
    long period = span + Math.max(1, span / Math.max(1, sessions.size() - 1));
    return round * period + session.offsetNanos();
  }

  private static HistoryMode history(Conversation session) {
    return session.wholeHistory() ? HistoryMode.BY_TURN : HistoryMode.CUMULATIVE;
  }

  @Override
  public SkippedRequests skipped() {
    return skips.skipped();
  }

  /// A composer of requests from recorded turns: counts the tokens of recorded texts, and generates
  /// text where only a length is recorded.
  private static final class TurnComposer {
    private final OpenOptions options;
    private final PromptWriter writer;
    private final long textSeed;
    private final RandomStream lengths;
    private long texts;

    TurnComposer(OpenOptions options) {
      this.options = options;
      this.writer = options.prompts();
      this.textSeed = options.textSeed();
      this.lengths = RandomStream.of(options.seed(), Purpose.LENGTHS);
    }

    List<TurnPlan> turns(Conversation session) {
      List<TurnPlan> turns = new ArrayList<>(session.turns().size());
      int context = 0;
      for (Conversation.Turn turn : session.turns()) {
        TurnPlan plan = plan(session, turn, context, turns.isEmpty());
        turns.add(plan);
        context = context(session, plan);
      }
      return turns;
    }

    /// Returns the tokens that the next turn's prompt includes from before; unknown once a response
    /// is unbounded.
    private static int context(Conversation session, TurnPlan plan) {
      if (session.wholeHistory()) {
        return 0;
      }
      boolean known =
          plan.inputTokens() != TurnPlan.UNKNOWN && plan.outputTokens() != TurnPlan.UNKNOWN;
      return known ? plan.inputTokens() + plan.outputTokens() : TurnPlan.UNKNOWN;
    }

    private TurnPlan plan(
        Conversation session, Conversation.Turn turn, int context, boolean first) {
      LengthDistribution input = options.limits().input();
      int requested =
          input == null || turn.inputTokens() < 0 ? turn.inputTokens() : input.draw(lengths);
      List<Message> messages = messages(turn, requested, first || session.wholeHistory());
      int own = requested >= 0 ? requested : counted(messages);
      return new TurnPlan(
          messages,
          turn.plainPrompt() ? messages.getFirst().content() : null,
          context == TurnPlan.UNKNOWN ? TurnPlan.UNKNOWN : context + own,
          outputTokens(turn),
          first ? 0 : turn.delayNanos(),
          turn.answer(),
          turn.membersJson());
    }

    private int counted(List<Message> messages) {
      int tokens = writer.overheadTokens();
      for (Message message : messages) {
        tokens += writer.count(message.content());
      }
      return tokens;
    }

    private List<Message> messages(Conversation.Turn turn, int inputTokens, boolean begins) {
      long item = texts++;
      if (turn.lines().isEmpty()) {
        return List.of(new Message("user", writer.write(textSeed, item, inputTokens)));
      }
      List<Message> messages = new ArrayList<>(turn.lines().size());
      String unlike = begins && options.cacheBust() != null ? writer.unlike(textSeed, item) : "";
      for (Message line : turn.lines()) {
        messages.add(messages.isEmpty() ? line.after(unlike) : line);
      }
      return messages;
    }

    private int outputTokens(Conversation.Turn turn) {
      LengthDistribution output = options.limits().output();
      if (output != null) {
        return output.draw(lengths);
      }
      if (turn.outputTokens() >= 0) {
        return turn.outputTokens();
      }
      return answerTokens(turn.answer());
    }

    private int answerTokens(@Nullable String answer) {
      return answer == null ? TurnPlan.UNKNOWN : Math.max(1, writer.count(answer));
    }
  }
}
