package dev.goodput.load;

import dev.goodput.record.RequestRecord;
import dev.goodput.record.Start;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Timer;
import dev.goodput.wire.client.Call;
import dev.goodput.workload.Skipped;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.prompt.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One event loop's part of a level: its sessions, its finished records, its counts. All methods
/// belong to the loop unless they say otherwise.
final class LoopWorker {
  private final Loop loop;
  private final Sender sender;
  private final NanoClock clock;
  private final long originNanoTime;
  private final LevelTask task;
  private final long beginNanos;
  private final Records.LevelFacts facts;
  private final LevelShared shared;
  private final InFlight inFlight = new InFlight();
  private final LoopCounters counters = new LoopCounters();
  private final Unanswered unanswered = new Unanswered();
  private final HeldTurns held;
  private final LoopProbe probe;
  private final Backlog backlog;
  private final ArrayList<SessionRun> sessions = new ArrayList<>();
  private final Intake intake;

  /// This loop's share of the cap on requests in flight, 0 where there is none.
  private final int mostInFlight;

  private long lastEndNanos;
  private Skipped leftOut = Skipped.NONE;
  private long turnsDropped;
  private FailurePauses pauses = FailurePauses.NONE;
  private int refusedBefore;
  private @Nullable String refusal;
  private boolean watched;
  private volatile boolean done;

  LoopWorker(
      EngineOptions.LoopSeat seat,
      EngineOptions options,
      LevelTask task,
      long beginNanos,
      LevelShared shared,
      Supply supply,
      int users) {
    this.loop = seat.loop();
    this.sender = seat.sender();
    this.clock = options.clock();
    this.originNanoTime = options.originNanoTime();
    this.task = task;
    this.beginNanos = beginNanos;
    this.shared = shared;
    int loops = options.seats().size();
    this.backlog = new Backlog(loops);
    this.mostInFlight = (task.plan().maxInFlight() + loops - 1) / loops;
    boolean closed = task.plan().closed();
    this.facts =
        new Records.LevelFacts(task.level(), task.stream(), closed ? Start.DUE : Start.INTENDED);
    this.lastEndNanos = beginNanos;
    this.held = new HeldTurns(this);
    this.probe =
        new LoopProbe(loop, clock, originNanoTime, shared.fault(), this::waitingSinceNanos);
    this.intake =
        closed ? new ClosedIntake(this, supply, users) : new OpenIntake(this, supply, beginNanos);
  }

  /// Starts the level on the loop at its begin; from any thread.
  void start() {
    execute(() -> {
      watched = true;
      refusedBefore = sender.refusedLocally();
      probe.start(beginNanos);
      at(beginNanos, intake::begin);
    });
  }

  /// Starts the level in virtual time, where no loop is ever late.
  void startUnwatched() {
    execute(() -> at(beginNanos, intake::begin));
  }

  /// There is more in the supply; from the feeder.
  void fed() {
    execute(intake::fed);
  }

  /// A burst is coming, and its connections are opened before it; from any thread.
  void expects(Burst burst) {
    execute(() -> at(beginNanos + burst.offsetNanos() - burst.leadNanos(), () -> openFor(burst)));
  }

  private void openFor(Burst burst) {
    if (refusal != null) {
      return;
    }
    long until = beginNanos + burst.offsetNanos();
    int most = mostInFlight == 0 ? Integer.MAX_VALUE : mostInFlight;
    int keeping = task.textCounter() != null ? burst.arrivals() : burst.sessions();
    int plain = burst.arrivals() - keeping;
    if (keeping > 0) {
      sender.openAhead(true, Math.min(keeping, most), most, until);
    }
    if (plain > 0) {
      sender.openAhead(false, Math.min(plain, most), most, until);
    }
  }

  /// Ends what need not be at the server; from any thread.
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

  /// A user's session begins its life here.
  SessionRun admit(PlannedSession planned, User user) {
    SessionRun run = new SessionRun(this, planned, user);
    run.place = sessions.size();
    sessions.add(run);
    leftOut = planned.leftOut();
    return run;
  }

  /// Whether nothing is to come; what the workload left out at its very end counts then.
  boolean atTheEnd(Supply supply) {
    boolean over = supply.exhausted();
    leftOut = over ? supply.leftOut() : leftOut;
    return over;
  }

  /// A session is over.
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

  /// A request begins: it is in flight from its start on.
  void taken(long startNanos, long lagNanos) {
    inFlight.begin(startNanos);
    shared.concurrency().begin();
    counters.taken(lagNanos);
  }

  /// A request ended.
  void ended(RequestRecord record) {
    lastEndNanos = Math.max(lastEndNanos, record.stamps().endedNanos());
    inFlight.end(record.stamps().endedNanos());
    shared.concurrency().end();
  }

  /// Turns that will not be asked, since they need an answer that failed.
  void dropped(int turns) {
    turnsDropped += turns;
  }

  /// A user of a closed loop pauses after a failure.
  void paused(long nanos) {
    pauses = pauses.plus(new FailurePauses(1, nanos));
  }

  /// An attempt ended, perhaps for want of a port of our own; others may follow it.
  void attempted() {
    counters.refusedLocally(sender.refusedLocally() - refusedBefore);
  }

  void content(int events) {
    counters.content(events);
  }

  void emit(Finished finished) {
    backlog.offer(finished);
  }

  /// Whether records wait for the draining thread in such a heap that no more is to be taken up. In
  /// virtual time nothing waits for it.
  boolean behind() {
    return watched && backlog.full();
  }

  Call send(byte[] body, boolean keepText, SessionRun run) {
    return sender.send(body, task.stream(), keepText || task.textCounter() != null, run);
  }

  /// Whether the first request of a session would be written at once.
  boolean connected(PlannedSession session) {
    boolean keepText = session.cumulative() && !session.later().isEmpty();
    return sender.connected(keepText || task.textCounter() != null);
  }

  void encode(SessionRun run, List<Message> conversation, TurnPlan turn) {
    shared.laterTurns().encode(run, conversation, turn);
  }

  Timer at(long nanos, Runnable action) {
    return loop.at(originNanoTime + nanos, shared.fault().guard(action));
  }

  /// Runs on the loop; from any thread.
  void execute(Runnable action) {
    loop.execute(shared.fault().guard(action));
  }

  /// Runs it here and now; what it throws ends the level and reaches nobody else.
  void guarded(Runnable action) {
    shared.fault().run(action);
  }

  /// Now, nanoseconds since the run began; from any thread.
  long now() {
    return clock.nanoTime() - originNanoTime;
  }

  /// Since when a user of a closed loop waits for the client, by its own fault. In an open loop the
  /// schedule's lag tells.
  private long waitingSinceNanos() {
    return closed()
        ? Math.min(intake.waitingSinceNanos(), held.longestSinceNanos())
        : Intake.NOBODY;
  }

  /// Requests that were sent and have brought no word yet.
  Unanswered unanswered() {
    return unanswered;
  }

  /// Later turns that wait for the client.
  HeldTurns held() {
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

  /// Whether users no longer come at that moment.
  boolean pastEnd(long nanos) {
    return hasEnd() && nanos >= endNanos();
  }

  /// Why nothing may be sent any more, null while it may.
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

  boolean leavesEarly(long request) {
    return task.cancellation().picks(task.seed(), request);
  }

  Gate gate() {
    return shared.gate();
  }

  Records.LevelFacts level() {
    return facts;
  }

  /// Finished records, for the draining thread.
  Backlog backlog() {
    return backlog;
  }

  LoopCounters counters() {
    return counters;
  }

  LoopProbe probe() {
    return probe;
  }

  /// Whether all is over here, its last record in the backlog; from any thread.
  boolean done() {
    return done;
  }

  /// When the last request so far ended; once [#done()].
  long lastEndNanos() {
    return lastEndNanos;
  }

  /// What the workload left out up to the last session taken up here; once [#done()].
  Skipped leftOut() {
    return leftOut;
  }

  /// Turns that were not asked, since the answer before them failed; once [#done()].
  long turnsDropped() {
    return turnsDropped;
  }

  /// Pauses of users after failures; once [#done()].
  FailurePauses pauses() {
    return pauses;
  }

  /// The integral of requests in flight; once [#done()].
  long inFlightNanos() {
    return inFlight.integral();
  }
}
