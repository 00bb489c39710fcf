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

/// A search in a run directory: run and stored there, resumed, or read back.
///
/// The log holds every request, `search.jsonl` the segments, and the manifest the goal of the
/// search and why it stopped. The results are computed from these each time.
public final class SearchRecord {
  private static final String TOLERANCE = RunKind.SEARCH.key();
  private static final String SEGMENT = "search.stretch_arrivals";
  private static final String BUDGET = "search.budget_requests";
  private static final String IN_FLIGHT = "search.most_in_flight";
  private static final String VERIFIED = "search.verified";
  private static final String ENDING = "search.ending";
  private static final String STOPPED = "search.stopped";
  private static final String REASON = "search.reason";
  private static final String CHECK_STOPPED = "search.verification_stopped";
  private static final String CHECK_REASON = "search.verification_reason";
  private static final String MAX_FAILING = "run.max_error_rate";

  private SearchRecord() {}

  /// Runs a search on the calling thread.
  ///
  /// @throws RecordException when the log cannot be written
  /// @throws dev.goodput.workload.input.WorkloadException when reading the workload fails
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

  /// Resumes a search that was interrupted or killed. Completed measurements are kept; those under
  /// way are repeated in new levels after those in the log. For a search that has ended, the claim
  /// is verified; its ending stays whatever the verification shows.
  ///
  /// The caller must hold the run's lock ([RunDirectory#lock()]).
  ///
  /// @param target the target, whose stamps continue where those of the log end
  /// @throws RecordException when the log cannot be read or continued
  /// @throws dev.goodput.workload.input.WorkloadException when reading the workload fails
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

  /// @param before why the earlier steered load stopped
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
        RecordedLevels.resume(bench, target, directory, progress, state.levels())) {
      // Not before the client is ready: until then the stored ending is still true.
      directory.updateManifest(goingOn(addTo(directory.manifest(), plan), before.ends(), state));
      Search search =
          new Search(plan, state, bench, target, levels, new TraceFile(directory), listener);
      StopReason stop = before.ends() ? before : search.steered();

      // Before the verification, whose outcome does not change this.
      keep(directory, levels, SearchOutcome.of(plan, state, stop), stop);
      VerificationLevel last = state.check();
      StopReason check = search.verified(stop);
      boolean recorded = last != null && last == state.check();
      if (!recorded) {
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
    VerificationLevel last = state.check();

    // The reason why a server failed at the claim stays until the next conclusive verification.
    return last != null && last.unanswered()
        ? manifest
        : manifest.without(CHECK_STOPPED).without(CHECK_REASON);
  }

  /// Stores why a verification was not completed, null if it was. The reason of an earlier
  /// conclusive verification stays until the next conclusive one.
  private static void keepCheck(RunDirectory directory, @Nullable StopReason check) {
    if (check == null) {
      directory.updateManifest(directory.manifest().without(CHECK_STOPPED).without(CHECK_REASON));
    } else {
      keep(directory, check, CHECK_STOPPED, CHECK_REASON);
    }
  }

  private static void keep(
      RunDirectory directory, RecordedLevels levels, SearchResult found, StopReason stop) {
    directory.updateManifest(levels.addTo(directory.manifest()).with(ENDING, found.ending().key()));
    keep(directory, stop, STOPPED, REASON);
  }

  private static void keep(RunDirectory directory, StopReason stop, String key, String reason) {
    directory.updateManifest(
        directory.manifest().with(key, stop.kind().word).with(reason, stop.reason()));
  }

  /// Stores the reason if the log can no longer be written (a manifest still fits) or the workload
  /// ends, so that the run is not reported as killed.
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
        .with(SEGMENT, plan.segmentArrivals())
        .with(BUDGET, plan.budgetRequests())
        .with(IN_FLIGHT, plan.maxInFlight())
        .with(VERIFIED, Boolean.toString(plan.verified()));
  }

  /// Returns the goal of a search from a run's manifest.
  ///
  /// @param slo the SLO of arrivals
  /// @param attainment the share of arrivals that must meet it, below 1
  /// @throws RecordException.BadValue when a value is invalid
  public static SearchPlan plan(Manifest manifest, Slo slo, double attainment) {
    try {
      return SearchPlan.of(slo, attainment)
          .allowing(manifest.decimal(MAX_FAILING).orElse(SearchPlan.DEFAULT_MAX_ERROR_RATE))
          .verifying(manifest.text(VERIFIED).filter("true"::equals).isPresent())
          .lasting(
              manifest.decimal(TOLERANCE).orElse(SearchPlan.DEFAULT_TOLERANCE),
              manifest.whole(SEGMENT).orElse(SearchPlan.DEFAULT_SEGMENT_ARRIVALS),
              manifest.whole(BUDGET).orElse(SearchPlan.DEFAULT_BUDGET),
              Math.toIntExact(manifest.whole(IN_FLIGHT).orElse(0)));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new RecordException.BadValue("search.*", String.valueOf(e.getMessage()), "a search");
    }
  }

  /// Computes the result from the log and the segments, also for a search that was killed, and by
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

  /// Returns the stored ending of a search that cannot be resumed; empty if it was interrupted,
  /// killed, or its server stopped responding.
  public static Optional<String> ended(Manifest manifest) {
    return stop(manifest).ends() ? manifest.text(ENDING) : Optional.empty();
  }

  /// Returns the last time in a run's log, in nanoseconds since the run started; empty if there is
  /// none.
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
