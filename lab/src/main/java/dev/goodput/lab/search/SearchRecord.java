package dev.goodput.lab.search;

import dev.goodput.lab.BenchListener;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.RecordedLevels;
import dev.goodput.lab.Target;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelBegun;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// A search in a run directory: carried out and kept there, or read again from there.
///
/// The log holds every request, `search.jsonl` the stretches, the manifest what was searched for
/// and how it ended; what was found is computed from them each time.
public final class SearchRecord {
  private static final String TOLERANCE = "search.tolerance";
  private static final String STRETCH = "search.stretch_arrivals";
  private static final String BUDGET = "search.budget_requests";
  private static final String IN_FLIGHT = "search.most_in_flight";
  private static final String ENDING = "search.ending";
  private static final String REASON = "search.reason";

  private SearchRecord() {}

  /// Whether a run is a search.
  public static boolean isOne(Manifest manifest) {
    return manifest.text(TOLERANCE).isPresent();
  }

  /// Carries it out on the calling thread.
  ///
  /// @throws RecordException where the log cannot be written
  /// @throws dev.goodput.workload.input.WorkloadException where the workload cannot be read on
  public static SearchResult run(
      SearchPlan plan,
      BenchPlan bench,
      Target target,
      RunDirectory directory,
      BenchListener progress,
      SearchListener listener) {
    directory.updateManifest(addTo(directory.manifest(), plan));
    try (RecordedLevels levels = RecordedLevels.begin(bench, target, directory, progress)) {
      SearchTrace trace = new TraceFile(directory);
      SearchResult found = Search.run(plan, bench, target, levels, trace, listener);
      directory.updateManifest(
          levels
              .addTo(directory.manifest())
              .with(ENDING, found.ending().word())
              .with(REASON, found.reason()));
      return found;
    }
  }

  private static Manifest addTo(Manifest manifest, SearchPlan plan) {
    return manifest
        .with(TOLERANCE, plan.tolerance())
        .with(STRETCH, plan.stretchArrivals())
        .with(BUDGET, plan.budgetRequests())
        .with(IN_FLIGHT, plan.mostInFlight());
  }

  /// What a run's manifest says was searched for.
  ///
  /// @param slo that arrivals must keep
  /// @param attainment the share of them that must
  /// @throws RecordException.BadValue where a value makes no sense
  public static SearchPlan plan(Manifest manifest, Slo slo, double attainment) {
    try {
      return new SearchPlan(
          slo,
          attainment,
          manifest.decimal(TOLERANCE).orElse(SearchPlan.USUAL_TOLERANCE),
          manifest.whole(STRETCH).orElse(SearchPlan.USUAL_STRETCH),
          manifest.whole(BUDGET).orElse(SearchPlan.USUAL_BUDGET),
          Math.toIntExact(manifest.whole(IN_FLIGHT).orElse(0)));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new RecordException.BadValue("search.*", String.valueOf(e.getMessage()), "a search");
    }
  }

  /// What was found, from the log and the stretches; of a search that was killed as well.
  public static SearchResult read(RunDirectory directory, SearchPlan plan) {
    return new Reading(plan, new TraceFile(directory).read()).of(directory);
  }

  /// One pass over a log.
  private static final class Reading implements Consumer<LogEntry> {
    private final SearchPlan plan;
    private final RequestLook look;
    private final List<StretchLine> lines;
    private final Map<Integer, String> arrivals = new HashMap<>();
    private final Map<Integer, Stretch.LevelStart> starts = new HashMap<>();
    private final Memory memory = new Memory();
    private final Alone alone = new Alone();
    private final SortedMap<Integer, Flood> floods = new TreeMap<>();
    private long requests;
    private boolean early = true;

    Reading(SearchPlan plan, List<StretchLine> lines) {
      this.plan = plan;
      this.look = new RequestLook(plan.slo());
      this.lines = lines;
    }

    SearchResult of(RunDirectory directory) {
      directory.read(this);
      for (StretchLine line : lines) {
        Stretch.LevelStart start = starts.get(line.level());
        if (start != null) {
          memory.stretches().add(Stretch.known(start, line));
        }
      }
      Manifest manifest = directory.manifest();
      Optional<SearchResult.Ending> ending =
          manifest.text(ENDING).flatMap(SearchResult.Ending::named);
      List<SearchResult.Flooded> flooded = new ArrayList<>();
      floods.values().forEach(flood -> flooded.add(flood.result()));
      return SearchResult.of(
          ending.orElse(SearchResult.Ending.INTERRUPTED),
          manifest.text(REASON).orElse("it was killed"),
          alone.result(),
          flooded,
          requests,
          Steps.of(memory.last(early), plan));
    }

    @Override
    public void accept(LogEntry entry) {
      switch (entry) {
        case LevelBegun begun -> begins(begun);
        case LevelEnded ended -> early = !ended.ending().asPlanned();
        case RequestRecord request -> {
          if (request.last()) {
            add(request);
          }
        }
        case HealthSample _ -> {}
      }
    }

    private void begins(LevelBegun begun) {
      early = true;
      arrivals.put(begun.level(), begun.arrivals());
      starts.computeIfAbsent(begun.level(), _ -> new Stretch.LevelStart()).at(begun.beginNanos());
    }

    private void add(RequestRecord request) {
      requests++;
      Observations.Seen seen = look.look(request);
      switch (arrivals.getOrDefault(request.level(), "")) {
        case "closed" -> alone.ended(seen);
        case "burst" -> floods.computeIfAbsent(request.level(), _ -> new Flood()).ended(seen);
        default -> memory.seen().add(seen);
      }
    }
  }
}
