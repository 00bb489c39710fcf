package dev.goodput.lab.search;

import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// All measurements of a search, from the entries of its log, either as they arrive or as they are
/// read back; both give the same. Takes entries from one thread at a time.
final class SearchState implements Consumer<LogEntry> {
  private final SearchPlan plan;
  private final RequestCheck look;
  private final SearchHistory memory = new SearchHistory();
  private final Map<Integer, SearchSegment.LevelStart> starts = new HashMap<>();
  private final List<SearchResult.Flooded> floods = new ArrayList<>();
  private UnloadedBaseline alone = new UnloadedBaseline();
  private @Nullable VerificationLevel check;
  private boolean checkBegun;
  private @Nullable SearchLevel stage;
  private int level = -1;
  private long requests;
  private long checkRequests;
  private long lastNanos;
  private long sessions;
  private long turns;

  SearchState(SearchPlan plan) {
    this.plan = plan;
    this.look = new RequestCheck(plan.slo());
  }

  @Override
  public void accept(LogEntry entry) {
    switch (entry) {
      case LevelStarted begun -> started(begun);
      case LevelEnded ended -> {
        lastNanos = Math.max(lastNanos, ended.endNanos());
        over(ended.ending());
      }
      case RequestRecord request -> {
        if (request.last()) {
          add(request);
        }
      }
      case HealthSample sample -> lastNanos = Math.max(lastNanos, sample.atNanos());
    }
  }

  private void started(LevelStarted begun) {
    over(LevelEnded.Ending.STOPPED);
    level = begun.level();
    lastNanos = Math.max(lastNanos, begun.beginNanos());
    SearchLevel next = stage(begun);
    next.started(begun.beginNanos(), begun.targetRate());
    stage = next;
  }

  private SearchLevel stage(LevelStarted begun) {
    return switch (begun.kind()) {
      case CLOSED -> {
        alone = new UnloadedBaseline();
        yield alone;
      }
      case BURST -> new FloodLevel();
      case STEERED -> new Steered(start(begun.level()));
      default -> {
        checkBegun = true;
        yield new VerificationLevel(plan, loadedSeconds());
      }
    };
  }

  /// A level of the steered load.
  private final class Steered implements SearchLevel {
    private final SearchSegment.LevelStart start;

    Steered(SearchSegment.LevelStart start) {
      this.start = start;
    }

    @Override
    public void started(long nanos, double rate) {
      start.at(nanos);
    }

    @Override
    public void ended(Observations.Seen request) {
      memory.add(request);
    }

    @Override
    public void over(LevelEnded.Ending ending) {
      start.ended(ending.asPlanned());
    }
  }

  private void add(RequestRecord request) {
    requests++;
    Observations.Seen seen = look.look(request);
    lastNanos = Math.max(lastNanos, seen.startNanos() + seen.residenceNanos());
    // Verification must not change the claim that it checks.
    if (stage instanceof VerificationLevel) {
      checkRequests++;
    } else if (seen.first()) {
      sessions++;
      turns += seen.turns();
    }
    if (stage != null) {
      stage.ended(seen);
    }
  }

  private void over(LevelEnded.Ending ending) {
    SearchLevel ended = stage;
    stage = null;
    if (ended == null) {
      return;
    }
    ended.over(ending);
    if (ended instanceof FloodLevel flood && flood.isComplete()) {
      floods.add(flood.result());
    }
    if (ended instanceof VerificationLevel last && last.isConclusive()) {
      check = last;
    }
  }

  /// Called when there are no more entries; requests still in flight were cut off.
  void ends() {
    over(LevelEnded.Ending.STOPPED);
  }

  /// Returns the start of a level on the run's time axis.
  SearchSegment.LevelStart start(int steeredLevel) {
    return starts.computeIfAbsent(steeredLevel, _ -> new SearchSegment.LevelStart());
  }

  /// Adds the segments of the levels in the log. A level that is not in the log was killed before
  /// its first entry; its number is not used again.
  void know(List<SearchSegmentLine> lines) {
    for (SearchSegmentLine line : lines) {
      level = Math.max(level, line.level());
      if (starts.containsKey(line.level())) {
        memory.add(SearchSegment.known(start(line.level()), line));
      }
    }
  }

  SearchHistory memory() {
    memory.setUnloaded(unloaded().meanResidenceSeconds(), turns());
    return memory;
  }

  SearchResult.Unloaded unloaded() {
    return alone.result();
  }

  /// Returns whether all planned single requests were sent.
  boolean unloadedComplete() {
    return alone.isComplete();
  }

  List<SearchResult.Flooded> floods() {
    return List.copyOf(floods);
  }

  /// Returns the highest rate that is sent, in sessions per second; NaN if no flood gives one.
  double ceiling() {
    return SearchResult.flood(floods, turns());
  }

  /// Returns the last verification if it was completed or its server stopped responding, else null.
  @Nullable VerificationLevel check() {
    return check;
  }

  /// Returns whether a verification was started.
  boolean verificationStarted() {
    return checkBegun;
  }

  /// Returns the finished requests of all levels.
  long requests() {
    return requests;
  }

  /// Returns the requests of verifications, including those cut off.
  long checkRequests() {
    return checkRequests;
  }

  /// Returns the planned turns per session, on average.
  double turns() {
    return sessions == 0 ? 1 : (double) turns / sessions;
  }

  /// Returns how long a request is expected to stay at a loaded server.
  double loadedSeconds() {
    double seconds = unloaded().meanResidenceSeconds();
    return seconds > 0 ? SearchHistory.LOADED * seconds : 0;
  }

  /// Returns how many levels have started.
  int levels() {
    return level + 1;
  }

  /// Returns the last known time, in nanoseconds since the run started.
  long lastNanos() {
    return lastNanos;
  }
}
