package dev.goodput.lab.search;

import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.RecordedLevels;
import dev.goodput.lab.Target;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.record.RunLock;
import dev.goodput.workload.input.WorkloadException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A search in a run directory: carried out and kept there, gone on with, or read again.
///
/// The log holds every request, `search.jsonl` the stretches, the manifest what was searched for
/// and why it stopped; what was found is computed from them each time.
public final class SearchRecord {
  private static final String TOLERANCE = RunKind.SEARCH.key();
  private static final String STRETCH = "search.stretch_arrivals";
  private static final String BUDGET = "search.budget_requests";
  private static final String IN_FLIGHT = "search.most_in_flight";
  private static final String VERIFIED = "search.verified";
  private static final String ENDING = "search.ending";
  private static final String STOPPED = "search.stopped";
  private static final String REASON = "search.reason";
  private static final String CHECK_STOPPED = "search.verification_stopped";
  private static final String CHECK_REASON = "search.verification_reason";
  private static final String MOST_FAILING = "run.max_error_rate";

  private SearchRecord() {}

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
    try (RunLock _ = directory.lock()) {
      directory.updateManifest(addTo(directory.manifest(), plan));
      return carryOut(
          plan,
          new SearchState(plan),
          StopReason.KILLED,
          bench,
          target,
          directory,
          progress,
          listener);
    }
  }

  /// Goes on with one that was interrupted or killed: what was measured is believed, what was under
  /// way is asked anew, in levels of their own behind those that the log has. Of one that has ended
  /// the claim is verified, and its ending stands whatever becomes of that.
  ///
  /// Whoever calls has the run's lock ([RunDirectory#lock()]).
  ///
  /// @param target whose stamps go on where those of the log end
  /// @throws RecordException where the log cannot be read, or be written on
  /// @throws dev.goodput.workload.input.WorkloadException where the workload cannot be read on
  public static SearchResult resume(
      SearchPlan plan,
      BenchPlan bench,
      Target target,
      RunDirectory directory,
      BenchListener progress,
      SearchListener listener) {
    SearchState state = state(directory, plan);
    StopReason before = stop(directory.manifest());
    return carryOut(plan, state, before, bench, target, directory, progress, listener);
  }

  /// @param before why its steered load stopped
  private static SearchResult carryOut(
      SearchPlan plan,
      SearchState state,
      StopReason before,
      BenchPlan bench,
      Target target,
      RunDirectory directory,
      BenchListener progress,
      SearchListener listener) {
    try (RecordedLevels levels =
        RecordedLevels.goOn(bench, target, directory, progress, state.levels())) {
      // Not before the client is ready: until then what was kept of its end is true.
      directory.updateManifest(goingOn(addTo(directory.manifest(), plan), before.ends(), state));
      Search search =
          new Search(plan, state, bench, target, levels, new TraceFile(directory), listener);
      StopReason stop = before.ends() ? before : search.steered();
      // Before the verification: whatever becomes of that, this stands.
      keep(directory, levels, SearchOutcome.of(plan, state, stop), stop);
      VerificationStage last = state.check();
      StopReason check = search.verified(stop);
      boolean told = last != null && last == state.check();
      if (!told) {
        keepCheck(directory, check);
      }
      SearchResult found = SearchOutcome.of(plan, state, stop, checkStop(directory.manifest()));
      keep(directory, levels, found, stop);
      return found;
    } catch (RecordException.WriteFailed | WorkloadException lost) {
      keepReason(directory, lost);
      throw lost;
    }
  }

  private static Manifest goingOn(Manifest manifest, boolean ended, SearchState state) {
    if (!ended) {
      return manifest.without(ENDING).without(STOPPED).without(REASON);
    }
    VerificationStage last = state.check();
    // Why a server failed at the claim stands until the next verification tells something.
    return last != null && last.unanswered()
        ? manifest
        : manifest.without(CHECK_STOPPED).without(CHECK_REASON);
  }

  /// Why a verification did not come to its end, null where it did; of one before that told
  /// something the reason stands until the next tells something too.
  private static void keepCheck(RunDirectory directory, @Nullable StopReason check) {
    if (check == null) {
      directory.updateManifest(directory.manifest().without(CHECK_STOPPED).without(CHECK_REASON));
    } else {
      keep(directory, check, CHECK_STOPPED, CHECK_REASON);
    }
  }

  private static void keep(
      RunDirectory directory, RecordedLevels levels, SearchResult found, StopReason stop) {
    directory.updateManifest(
        levels.addTo(directory.manifest()).with(ENDING, found.ending().word()));
    keep(directory, stop, STOPPED, REASON);
  }

  private static void keep(RunDirectory directory, StopReason stop, String key, String reason) {
    directory.updateManifest(
        directory.manifest().with(key, stop.kind().word).with(reason, stop.reason()));
  }

  /// Where there is room for a manifest and none for a log, or the workload ends: so that nobody
  /// says it was killed.
  private static void keepReason(RunDirectory directory, RuntimeException lost) {
    StopReason stop =
        new StopReason(StopReason.Kind.INTERRUPTED, String.valueOf(lost.getMessage()));
    boolean ended = stop(directory.manifest()).ends();
    try {
      keep(directory, stop, ended ? CHECK_STOPPED : STOPPED, ended ? CHECK_REASON : REASON);
    } catch (RecordException further) {
      lost.addSuppressed(further);
    }
  }

  private static Manifest addTo(Manifest manifest, SearchPlan plan) {
    return manifest
        .with(TOLERANCE, plan.tolerance())
        .with(STRETCH, plan.stretchArrivals())
        .with(BUDGET, plan.budgetRequests())
        .with(IN_FLIGHT, plan.mostInFlight())
        .with(VERIFIED, Boolean.toString(plan.verified()));
  }

  /// What a run's manifest says was searched for.
  ///
  /// @param slo that arrivals must keep
  /// @param attainment the share of them that must, below 1
  /// @throws RecordException.BadValue where a value makes no sense
  public static SearchPlan plan(Manifest manifest, Slo slo, double attainment) {
    try {
      return SearchPlan.of(slo, attainment)
          .allowing(manifest.decimal(MOST_FAILING).orElse(SearchPlan.USUAL_FAILING))
          .verifying(manifest.text(VERIFIED).filter("true"::equals).isPresent())
          .lasting(
              manifest.decimal(TOLERANCE).orElse(SearchPlan.USUAL_TOLERANCE),
              manifest.whole(STRETCH).orElse(SearchPlan.USUAL_STRETCH),
              manifest.whole(BUDGET).orElse(SearchPlan.USUAL_BUDGET),
              Math.toIntExact(manifest.whole(IN_FLIGHT).orElse(0)));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new RecordException.BadValue("search.*", String.valueOf(e.getMessage()), "a search");
    }
  }

  /// What was found, from the log and the stretches; of a search that was killed as well, and by
  /// another SLO than it was made for.
  public static SearchResult read(RunDirectory directory, SearchPlan plan) {
    Manifest manifest = directory.manifest();
    return SearchOutcome.of(plan, state(directory, plan), stop(manifest), checkStop(manifest));
  }

  private static @Nullable StopReason checkStop(Manifest manifest) {
    return manifest
        .text(CHECK_STOPPED)
        .map(word -> stop(CHECK_STOPPED, word, manifest.text(CHECK_REASON).orElse("")))
        .orElse(null);
  }

  /// The ending of a search that has nothing to go on with, by its word; empty where it was
  /// interrupted, killed, or left by its server.
  public static Optional<String> ended(Manifest manifest) {
    return stop(manifest).ends() ? manifest.text(ENDING) : Optional.empty();
  }

  /// The last moment that a run's log tells of, nanoseconds since the run began; empty where it
  /// tells of none.
  public static OptionalLong lastNanos(RunDirectory directory, SearchPlan plan) {
    SearchState state = state(directory, plan);
    return state.levels() == 0 ? OptionalLong.empty() : OptionalLong.of(state.lastNanos());
  }

  private static SearchState state(RunDirectory directory, SearchPlan plan) {
    SearchState state = new SearchState(plan);
    directory.read(state);
    state.ends();
    state.know(new TraceFile(directory).read());
    return state;
  }

  private static StopReason stop(Manifest manifest) {
    Optional<String> stopped = manifest.text(STOPPED);
    if (stopped.isEmpty()) {
      return manifest.text(ENDING).isPresent() ? StopReason.ITSELF : StopReason.KILLED;
    }
    return stop(STOPPED, stopped.get(), manifest.text(REASON).orElse(""));
  }

  private static StopReason stop(String key, String word, String reason) {
    for (StopReason.Kind kind : StopReason.Kind.values()) {
      if (kind.word.equals(word)) {
        return new StopReason(kind, reason);
      }
    }
    throw new RecordException.BadValue(key, word, "why a search stopped");
  }
}
