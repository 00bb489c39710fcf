package dev.goodput.workload;

import dev.goodput.workload.dataset.Conversation;
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
    Replay.Order asked = options.replay().order();
    this.order = new RowOrder(sessions.size(), asked, options.seed(), false);
    this.playTimes = asked == Replay.Order.RECORDED && sessions.getFirst().offsetNanos() >= 0;
    this.place = sessions.size();
  }

  @Override
  public @Nullable SessionPlan next() {
    for (int missed = 0; missed <= sessions.size(); missed++) {
      if (place == sessions.size() && !beginRound()) {
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

  private boolean beginRound() {
    if (round >= 0 && (options.replay().once() || atOneMoment())) {
      return false;
    }
    round++;
    place = 0;
    order.begin(round);
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
}
