package dev.goodput.load;

import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.RequestRecord;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Timer;
import dev.goodput.wire.client.Call;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.prompt.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One event loop's part of a level: its sessions, its finished records and its counts. All methods
/// belong to the loop unless their comment names another thread.
final class LoopWorker {
  private final Loop loop;
  private final Sender sender;
  private final NanoClock clock;
  private final long originNanoTime;
  private final LevelTask task;
  private final long beginNanos;
  private final RecordFactory.LevelFacts facts;
  private final LevelShared shared;
  private final InFlightIntegral inFlight = new InFlightIntegral();
  private final LoopCounters counters = new LoopCounters();
  private final UnansweredRequests unanswered = new UnansweredRequests();
  private final WaitingTurns held;
  private final LoopProbe probe;
  private final RecordQueue backlog;
  private final ArrayList<SessionRun> sessions = new ArrayList<>();
  private final Intake intake;

  /// This loop's share of the cap on requests in flight, 0 if there is none.
  private final int mostInFlight;

  private long lastEndNanos;
  private SkippedRequests excluded = SkippedRequests.NONE;
  private long turnsDropped;
  private FailurePauses pauses = FailurePauses.NONE;
  private int refusedBefore;
  private @Nullable String refusal;
  private boolean watched;
  private volatile boolean done;

  LoopWorker(
      EngineOptions.LoopBinding seat,
      EngineOptions options,
      LevelTask task,
      long beginNanos,
      LevelShared shared,
      SessionSupplier supply,
      List<Long> users) {
    this.loop = seat.loop();
    this.sender = seat.sender();
    this.clock = options.clock();
    this.originNanoTime = options.originNanoTime();
    this.task = task;
    this.beginNanos = beginNanos;
    this.shared = shared;
    int loops = options.seats().size();
    this.backlog = new RecordQueue(loops);
    this.mostInFlight = (task.plan().maxInFlight() + loops - 1) / loops;
    boolean closed = task.plan().closed();
    this.facts =
        new RecordFactory.LevelFacts(
            task.level(), task.stream(), closed ? LatencyOrigin.DUE : LatencyOrigin.INTENDED);
    this.lastEndNanos = beginNanos;
    this.held = new WaitingTurns(this);
    this.probe =
        new LoopProbe(loop, clock, originNanoTime, shared.fault(), this::waitingSinceNanos);
    this.intake =
        closed
            ? new ClosedIntake(this, supply, users, task.plan().thinkNanos())
            : new OpenIntake(this, supply, beginNanos);
  }

  /// Starts the level on the loop at its start time; from any thread.
  void start() {
    execute(() -> {
      watched = true;
      refusedBefore = sender.refusedLocally();
      probe.start(beginNanos);
      at(beginNanos, intake::start);
    });
  }

  /// Starts the level in virtual time, where no loop is ever late.
  void startUnwatched() {
    execute(() -> at(beginNanos, intake::start));
  }

  /// Called by the feeder when there is more in the supply.
  void fed() {
    execute(intake::fed);
  }

  /// Announces a burst, whose connections are opened before it; from any thread.
  void expectBurst(Burst burst) {
    execute(() -> at(beginNanos + burst.offsetNanos() - burst.leadNanos(), () -> openFor(burst)));
  }

  private void openFor(Burst burst) {
    if (refusal != null) {
      return;
    }
    long until = beginNanos + burst.offsetNanos();
    int most = mostInFlight == 0 ? Integer.MAX_VALUE : mostInFlight;
    int keeping = keepsAllText() ? burst.arrivals() : burst.sessions();
    int plain = burst.arrivals() - keeping;
    if (keeping > 0) {
      sender.openAhead(true, Math.min(keeping, most), most, until);
    }
    if (plain > 0) {
      sender.openAhead(false, Math.min(plain, most), most, until);
    }
  }

  /// Ends every session that has no request at the server; from any thread.
  void drain(String why) {
    execute(() -> halt(why, false));
  }

  /// Ends everything now; from any thread.
  void stop(String why) {
    execute(() -> halt(why, true));
  }

  private void halt(String why, boolean now) {
    refusal = why;
    intake.halt(why);
    shared.gate().withdraw(this);
    for (SessionRun session : List.copyOf(sessions)) {
      if (now) {
        session.stop(why);
      } else {
        session.drain(why);
      }
    }
    checkDone();
  }

  /// Starts a user's session on this loop.
  SessionRun admit(PlannedSession planned, User user) {
    SessionRun run = new SessionRun(this, planned, user);
    run.place = sessions.size();
    sessions.add(run);
    excluded = planned.excluded();
    return run;
  }

  /// Returns whether nothing more will come; what the workload skipped at its end counts then.
  boolean noteExhausted(SessionSupplier supply) {
    boolean over = supply.exhausted();
    excluded = over ? supply.excluded() : excluded;
    return over;
  }

  /// Removes a session that is over.
  void over(SessionRun run) {
    int last = sessions.size() - 1;
    SessionRun moved = sessions.get(last);
    sessions.set(run.place, moved);
    moved.place = run.place;
    sessions.remove(last);
    intake.sessionOver(run.user());
    checkDone();
  }

  void checkDone() {
    if (!done && intake.over() && sessions.isEmpty()) {
      probe.stop();
      done = true;
      shared.over().run();
    }
  }

  /// Counts a new request: it is in flight from its start on.
  void taken(long startNanos, long lagNanos) {
    inFlight.start(startNanos);
    shared.concurrency().start();
    counters.taken(lagNanos);
  }

  /// Counts the end of a request.
  void ended(RequestRecord record) {
    lastEndNanos = Math.max(lastEndNanos, record.stamps().endedNanos());
    inFlight.end(record.stamps().endedNanos());
    shared.concurrency().end();
  }

  /// Counts turns that will not be sent, because they need a response that failed.
  void dropped(int turns) {
    turnsDropped += turns;
  }

  /// Counts a pause of a closed-loop user after a failure.
  void paused(long nanos) {
    pauses = pauses.plus(new FailurePauses(1, nanos));
  }

  /// Updates the count of local refusals after an attempt, which may have failed for lack of a
  /// local port; further attempts may follow.
  void attempted() {
    counters.refusedLocally(sender.refusedLocally() - refusedBefore);
  }

  void content(int events) {
    counters.content(events);
  }

  void emit(FinishedRecord finished) {
    backlog.offer(finished);
  }

  /// Returns whether so many records wait for the draining thread that nothing more should be taken
  /// up. In virtual time nothing waits for it.
  boolean behind() {
    return watched && backlog.full();
  }

  Call send(byte[] body, boolean keepText, SessionRun run) {
    return sender.send(body, task.stream(), keepText || keepsAllText(), run);
  }

  /// Returns whether the first request of a session would be written at once.
  boolean connected(PlannedSession session) {
    boolean keepText = session.cumulative() && !session.later().isEmpty();
    return sender.connected(keepText || keepsAllText());
  }

  /// Returns whether the text of every response is kept, and not only what later turns need.
  private boolean keepsAllText() {
    return task.textCounter() != null || shared.keepsText();
  }

  void encode(SessionRun run, List<Message> conversation, TurnPlan turn) {
    shared.laterTurns().encode(run, conversation, turn);
  }

  Timer at(long nanos, Runnable action) {
    return loop.at(originNanoTime + nanos, shared.fault().guard(action));
  }

  /// Runs an action on the loop; from any thread.
  void execute(Runnable action) {
    loop.execute(shared.fault().guard(action));
  }

  /// Runs an action at once; an exception from it ends the level and is not thrown to the caller.
  void guarded(Runnable action) {
    shared.fault().run(action);
  }

  /// Returns the current time, in nanoseconds since the run began; from any thread.
  long now() {
    return clock.nanoTime() - originNanoTime;
  }

  /// Returns since when a closed-loop user has waited because the client is late. In an open loop
  /// the schedule lag shows this.
  private long waitingSinceNanos() {
    return closed()
        ? Math.min(intake.waitingSinceNanos(), held.longestSinceNanos())
        : Intake.NOBODY;
  }

  /// Returns the requests that were sent and have brought no content yet.
  UnansweredRequests unanswered() {
    return unanswered;
  }

  /// Returns the later turns that wait for the client.
  WaitingTurns held() {
    return held;
  }

  boolean closed() {
    return task.plan().closed();
  }

  boolean hasEnd() {
    return task.plan().durationNanos() > 0;
  }

  long endNanos() {
    return beginNanos + task.plan().durationNanos();
  }

  /// Returns whether users no longer arrive at that moment.
  boolean pastEnd(long nanos) {
    return hasEnd() && nanos >= endNanos();
  }

  /// Returns why nothing may be sent any more, null while sending is allowed.
  @Nullable String refusal() {
    return refusal;
  }

  boolean sendsOnce() {
    return task.retry().attempts() == 1;
  }

  Retry retry() {
    return task.retry();
  }

  Cancellation cancellation() {
    return task.cancellation();
  }

  boolean isCancelledEarly(long request) {
    return task.cancellation().picks(task.seed(), request);
  }

  ConcurrencyLimiter gate() {
    return shared.gate();
  }

  RecordFactory.LevelFacts level() {
    return facts;
  }

  /// Returns the finished records, for the draining thread.
  RecordQueue backlog() {
    return backlog;
  }

  LoopCounters counters() {
    return counters;
  }

  LoopProbe probe() {
    return probe;
  }

  /// Returns whether all sessions here are over and the last record is in the backlog; from any
  /// thread.
  boolean done() {
    return done;
  }

  /// Returns when the last request so far ended; valid once [#done()].
  long lastEndNanos() {
    return lastEndNanos;
  }

  /// Returns what the workload skipped up to the last session taken up here; valid once [#done()].
  SkippedRequests excluded() {
    return excluded;
  }

  /// Returns the turns that were not sent because the response before them failed; valid once
  /// [#done()].
  long turnsDropped() {
    return turnsDropped;
  }

  /// Returns the pauses of users after failures; valid once [#done()].
  FailurePauses pauses() {
    return pauses;
  }

  /// Returns the integral of requests in flight; valid once [#done()].
  long inFlightNanos() {
    return inFlight.integral();
  }
}
