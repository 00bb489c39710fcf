package dev.goodput.load;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.wire.Timer;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;
import dev.goodput.wire.client.Exchange;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.prompt.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One user's running session: the current turn, its attempts and its stamps. Lives on one loop.
final class SessionRun implements CallListener {
  /// The state of the current turn.
  private enum Phase {
    THINKING,
    /// The turn is due, but the client is not ready: the body is not encoded yet, or too many
    /// records wait for the draining thread.
    HELD,
    QUEUED,
    SENT,
    RETRYING,
    OVER
  }

  private final LoopWorker worker;
  private final User user;
  private final long firstId;
  private final boolean cumulative;
  private final List<TurnPlan> later;
  private final List<Message> conversation;

  /// The index in the worker's list of sessions.
  int place = -1;

  private Phase phase = Phase.THINKING;
  private RequestSpec requested;
  private @Nullable Body body;
  private int promptTokens = -1;
  private int attempt;
  private long intendedNanos;
  private long dueNanos;
  private long dispatchedNanos;
  private int events;
  private int leavesAfter;
  private String stoppedWhy = "";
  private @Nullable Call call;
  private @Nullable Timer timer;
  private @Nullable FinishedRecord held;

  SessionRun(LoopWorker worker, PlannedSession planned, User user) {
    this.worker = worker;
    this.user = user;
    this.firstId = planned.firstId();
    this.cumulative = planned.cumulative();
    this.later = planned.later();
    this.conversation = later.isEmpty() ? List.of() : new ArrayList<>(planned.conversation());
    this.requested = planned.requested();
    this.body = planned.body();
  }

  LoopWorker worker() {
    return worker;
  }

  User user() {
    return user;
  }

  /// Returns when the current attempt left the client's queue.
  long dispatchedNanos() {
    return dispatchedNanos;
  }

  /// Starts the current turn, which has fallen due.
  ///
  /// @param intended the scheduled time
  void due(long intended) {
    dueNanos = worker.now();
    intendedNanos = worker.closed() ? dueNanos : intended;
    attempt = 0;
    worker.taken(startNanos(), dueNanos - intendedNanos);
    enqueue();
  }

  /// Handles a turn that falls due when nothing may be sent any more.
  void dueAfterEnd(long intended, String why) {
    dueNanos = worker.now();
    intendedNanos = worker.closed() ? dueNanos : intended;
    worker.taken(startNanos(), dueNanos - intendedNanos);
    unsent(why);
  }

  private long startNanos() {
    return worker.closed() ? dueNanos : intendedNanos;
  }

  private void enqueue() {
    phase = Phase.QUEUED;
    if (worker.gate().enter(this)) {
      dispatch();
    }
  }

  /// Sends the request after a place behind the cap has become free; on the loop.
  void admitted() {
    if (phase == Phase.QUEUED) {
      dispatch();
    } else {
      worker.gate().leave();
    }
  }

  private void dispatch() {
    String refusal = worker.refusal();
    if (refusal != null) {
      worker.gate().leave();
      unsent(refusal);
      return;
    }
    Body sending = body;
    if (sending == null) {
      throw new IllegalStateException("request " + id() + " has no body to send");
    }
    promptTokens = sending.promptTokens();
    if (worker.sendsOnce()) {
      body = null;
    }
    phase = Phase.SENT;
    events = 0;
    held = null;
    dispatchedNanos = worker.now();
    worker.unanswered().add(this);
    planLeaving();
    call = worker.send(sending.bytes(), cumulative && requested.turns() > 1, this);
  }

  private void planLeaving() {
    leavesAfter = Integer.MAX_VALUE;
    if (!worker.isCancelledEarly(id())) {
      return;
    }
    Cancellation plan = worker.cancellation();
    if (plan.afterEvents() > 0) {
      leavesAfter = plan.afterEvents();
    }
    if (plan.afterNanos() > 0) {
      timer = worker.at(dispatchedNanos + plan.afterNanos(), this::leave);
    }
  }

  private void leave() {
    Call sent = call;
    if (phase == Phase.SENT && sent != null) {
      sent.cancel();
    }
  }

  @Override
  public void content(int count) {
    worker.content(count);
    if (events == 0) {
      worker.unanswered().remove(this);
    }
    events += count;
    if (events >= leavesAfter) {
      leavesAfter = Integer.MAX_VALUE;
      worker.guarded(this::leave);
    }
  }

  @Override
  public void ended(Exchange exchange) {
    worker.guarded(() -> wasAnswered(exchange));
  }

  private void wasAnswered(Exchange exchange) {
    cancelTimer();
    call = null;
    worker.unanswered().remove(this);
    worker.attempted();
    worker.gate().leave();
    FinishedRecord finished = finished(exchange);
    long delay =
        exchange.chunks().count() > 0 || worker.refusal() != null
            ? -1
            : worker.retry().delayNanos(attempt, exchange.outcome(), exchange.retryAfterSeconds());
    if (delay < 0) {
      user.recordOutcome(finished.record().outcome());
      finish(RecordFactory.asLast(finished), exchange.text());
      return;
    }
    phase = Phase.RETRYING;
    held = finished;
    timer = worker.at(worker.now() + delay, this::tryAgain);
  }

  private void tryAgain() {
    timer = null;
    FinishedRecord before = held;
    if (phase == Phase.RETRYING && before != null) {
      worker.emit(before);
      attempt++;
      held = null;
      enqueue();
    }
  }

  private void finish(FinishedRecord last, @Nullable String reply) {
    RequestRecord record = last.record();
    worker.ended(record);
    worker.emit(last);
    int more = requested.turns() - requested.turn() - 1;
    boolean lost = record.outcome().failure() && cumulative;
    if (more > 0 && !lost && !(record.outcome() instanceof Outcome.Unsent)) {
      think(record.stamps().endedNanos(), reply);
      return;
    }
    if (lost && worker.refusal() == null) {
      worker.dropped(more);
    }
    over();
  }

  private void think(long endedNanos, @Nullable String reply) {
    int turn = requested.turn() + 1;
    TurnPlan next = later.get(turn - 1);
    long pause = worker.closed() ? user.pauseNanos() : 0;
    long wanted = endedNanos + Math.max(next.thinkNanos(), pause);
    if (worker.pastEnd(wanted) || worker.refusal() != null) {
      over();
      return;
    }
    if (pause > next.thinkNanos()) {
      worker.paused(pause - next.thinkNanos());
    }
    phase = Phase.THINKING;
    requested =
        new RequestSpec(
            requested.session(), turn, requested.turns(), next.inputTokens(), next.outputTokens());
    body = null;
    worker.encode(this, sent(reply, next), next);
    timer = worker.at(wanted, () -> fallsDue(wanted));
  }

  private List<Message> sent(@Nullable String reply, TurnPlan next) {
    if (!cumulative) {
      return next.messages();
    }
    if (reply != null && !reply.isEmpty()) {
      conversation.add(new Message("assistant", reply));
    }
    conversation.addAll(next.messages());
    return List.copyOf(conversation);
  }

  private void fallsDue(long wanted) {
    timer = null;
    if (phase == Phase.THINKING) {
      phase = Phase.HELD;
      intendedNanos = wanted;
      worker.held().add(this, wanted);
      continueWhenReady();
    }
  }

  /// Takes the encoded body of the next turn; on the loop.
  void encoded(Body ready) {
    body = ready;
    continueWhenReady();
  }

  private void continueWhenReady() {
    if (isHeld() && body != null) {
      worker.held().resumeWhenRoom(this);
    }
  }

  /// Starts the next turn once there is room; does nothing if the session is over by now.
  void resume() {
    if (isHeld()) {
      due(intendedNanos);
    }
  }

  /// Returns whether the next turn has fallen due and waits for the client.
  boolean isHeld() {
    return phase == Phase.HELD;
  }

  /// Returns whether the next turn has been waiting since the given time.
  boolean heldSince(long nanos) {
    return isHeld() && intendedNanos == nanos;
  }

  /// Ends the session, unless a request is at the server.
  void drain(String why) {
    switch (phase) {
      case THINKING -> {
        cancelTimer();
        over();
      }
      case RETRYING -> {
        cancelTimer();
        FinishedRecord last = held;
        held = null;
        if (last != null) {
          finish(RecordFactory.asLast(last), null);
        }
      }
      case HELD -> dueAfterEnd(intendedNanos, why);
      case QUEUED -> unsent(why);
      case SENT, OVER -> {}
    }
  }

  /// Ends the session and cancels its request at once.
  void stop(String why) {
    if (phase != Phase.SENT) {
      drain(why);
    } else if (call == null) {
      worker.unanswered().remove(this);
      worker.gate().leave();
      unsent(why);
    } else {
      stoppedWhy = why;
      leave();
    }
  }

  private void unsent(String why) {
    Stamps stamps = RecordFactory.neverSent(intendedNanos, dueNanos, worker.now());
    finish(RecordFactory.unsent(worker.level(), id(), attempt, requested, stamps, why), null);
  }

  private FinishedRecord finished(Exchange x) {
    long ended = Stamps.present(x.endedNanos()) ? x.endedNanos() : worker.now();
    Stamps stamps =
        new Stamps(
            intendedNanos,
            dueNanos,
            dispatchedNanos,
            x.connectedNanos(),
            x.sentNanos(),
            x.headersNanos(),
            x.firstByteNanos(),
            x.firstTokenNanos(),
            x.firstAnswerNanos(),
            x.lastTokenNanos(),
            ended);
    return RecordFactory.of(
        worker.level(), id(), attempt, requested, stamps, x, outcome(x), promptTokens);
  }

  /// A request that is cut off by a stop was not cancelled by plan.
  private Outcome outcome(Exchange x) {
    return x.outcome() instanceof Outcome.Cancelled
        ? new Outcome.Cancelled(stoppedWhy)
        : x.outcome();
  }

  private void over() {
    phase = Phase.OVER;
    body = null;
    worker.over(this);
  }

  private void cancelTimer() {
    Timer running = timer;
    timer = null;
    if (running != null) {
      running.cancel();
    }
  }

  private long id() {
    return firstId + requested.turn();
  }
}
