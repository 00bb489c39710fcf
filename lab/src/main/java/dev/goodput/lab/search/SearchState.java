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

/// All that has been measured for a search, from the entries of its log: as they come, or as they
/// are read again, which is the same. Entries on one thread at a time.
final class SearchState implements Consumer<LogEntry> {
  private final SearchPlan plan;
  private final RequestCheck look;
  private final SearchHistory memory = new SearchHistory();
  private final Map<Integer, SearchSegment.LevelStart> starts = new HashMap<>();
  private final List<SearchResult.Flooded> floods = new ArrayList<>();
  private UnloadedBaseline alone = new UnloadedBaseline();
  private @Nullable VerificationStage check;
  private boolean checkBegun;
  private @Nullable Stage stage;
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
      case LevelStarted begun -> begins(begun);
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

  private void begins(LevelStarted begun) {
    over(LevelEnded.Ending.STOPPED);
    level = begun.level();
    lastNanos = Math.max(lastNanos, begun.beginNanos());
    Stage next = stage(begun);
    next.begins(begun.beginNanos(), begun.rateAsked());
    stage = next;
  }

  private Stage stage(LevelStarted begun) {
    return switch (begun.kind()) {
      case CLOSED -> {
        alone = new UnloadedBaseline();
        yield alone;
      }
      case BURST -> new Flood();
      case STEERED -> new Steered(start(begun.level()));
      default -> {
        checkBegun = true;
        yield new VerificationStage(plan, loadedSeconds());
      }
    };
  }

  /// A level of the steered load.
  private final class Steered implements Stage {
    private final SearchSegment.LevelStart start;

    Steered(SearchSegment.LevelStart start) {
      this.start = start;
    }

    @Override
    public void begins(long nanos, double rate) {
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
    // What is checked must not change by being checked.
    if (stage instanceof VerificationStage) {
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
    Stage ended = stage;
    stage = null;
    if (ended == null) {
      return;
    }
    ended.over(ending);
    if (ended instanceof Flood flood && flood.whole()) {
      floods.add(flood.result());
    }
    if (ended instanceof VerificationStage last && last.whole()) {
      check = last;
    }
  }

  /// Nothing more comes; what has begun was left.
  void ends() {
    over(LevelEnded.Ending.STOPPED);
  }

  /// The begin of a level on the run's time axis.
  SearchSegment.LevelStart start(int steeredLevel) {
    return starts.computeIfAbsent(steeredLevel, _ -> new SearchSegment.LevelStart());
  }

  /// Adds the stretches of levels that the log tells of. Of others it was killed before it told
  /// anything; their numbers are not used again.
  void know(List<SearchSegmentLine> lines) {
    for (SearchSegmentLine line : lines) {
      level = Math.max(level, line.level());
      if (starts.containsKey(line.level())) {
        memory.add(SearchSegment.known(start(line.level()), line));
      }
    }
  }

  SearchHistory memory() {
    memory.alone(unloaded().meanResidenceSeconds(), turns());
    return memory;
  }

  SearchResult.Unloaded unloaded() {
    return alone.result();
  }

  /// Whether all were asked that were to have the server for themselves.
  boolean aloneWhole() {
    return alone.whole();
  }

  List<SearchResult.Flooded> floods() {
    return List.copyOf(floods);
  }

  /// The most that is asked, sessions per second; NaN where no flood tells.
  double ceiling() {
    return SearchResult.flood(floods, turns());
  }

  /// The last verification, where it came to its end or its server did; else null.
  @Nullable VerificationStage check() {
    return check;
  }

  /// Whether one was begun.
  boolean checkBegun() {
    return checkBegun;
  }

  /// Requests that are over, of all levels.
  long requests() {
    return requests;
  }

  /// Those of verifications, left ones too.
  long checkRequests() {
    return checkRequests;
  }

  /// Of a session, by plan, on average.
  double turns() {
    return sessions == 0 ? 1 : (double) turns / sessions;
  }

  /// How long a request may be expected to stay at a loaded server.
  double loadedSeconds() {
    double seconds = unloaded().meanResidenceSeconds();
    return seconds > 0 ? SearchHistory.LOADED * seconds : 0;
  }

  /// How many levels have begun.
  int levels() {
    return level + 1;
  }

  /// The last moment that anything tells of, nanoseconds since the run began.
  long lastNanos() {
    return lastNanos;
  }
}
