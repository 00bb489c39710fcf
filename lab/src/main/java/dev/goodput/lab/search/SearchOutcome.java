package dev.goodput.lab.search;

import dev.goodput.metrics.interval.ShareBounds;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.search.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The outcome of a search, as a function of the plan, the measurements and the reason why it
/// stopped. It is the same when the search ends, when a report reads it again, and when it is
/// judged by another SLO.
final class SearchOutcome {
  private static final double CONFIDENCE = .95;

  /// A server has no useful limit if it meets the SLO with a single request but not at this share
  /// of its flooded rate.
  private static final double NOWHERE = .01;

  private final SearchPlan plan;
  private final SearchState state;
  private final StopReason stop;
  private final @Nullable StopReason check;
  private final List<Segment> segments;
  private final SearchResult.Unloaded alone;
  private final @Nullable Estimate known;
  private String reason;

  private SearchOutcome(
      SearchPlan plan, SearchState state, StopReason stop, @Nullable StopReason check) {
    this.plan = plan;
    this.state = state;
    this.stop = stop;
    this.check = check;
    this.reason = stop.reason();
    alone = state.unloaded();
    boolean requested = state.ceiling() > 0;
    segments = requested ? state.memory().last() : List.of();
    known = segments.isEmpty() ? null : Estimate.of(segments, plan.attainment(), state.ceiling());
  }

  /// @param stop why the steered load stopped
  /// @param check why the verification was not completed, null if it was or was not started
  static SearchResult of(
      SearchPlan plan, SearchState state, StopReason stop, @Nullable StopReason check) {
    return new SearchOutcome(plan, state, stop, check).result();
  }

  /// Returns the outcome without a verification.
  static SearchResult of(SearchPlan plan, SearchState state, StopReason stop) {
    return of(plan, state, stop, null);
  }

  /// Returns whether the steered load must continue, apart from the budget.
  static boolean continues(SearchPlan plan, SearchState state) {
    SearchOutcome now = new SearchOutcome(plan, state, StopReason.ITSELF, null);
    Estimate known = now.known;
    return known == null || !enough(plan, state.memory(), now.segments, known, state.ceiling());
  }

  /// Returns whether a steered load has shown all that it can: the limit, or that there is none.
  static boolean enough(
      SearchPlan plan, SearchHistory history, List<Segment> over, Estimate found, double ceiling) {
    return history.failing(plan)
        || found.done(plan.tolerance())
        || found.atCeiling()
        || limitNegligible(found, ceiling)
        || over.stream().anyMatch(each -> each.lagP99Millis() > plan.maxLagMillis());
  }

  /// Returns whether significantly too few requests meet the SLO even if they have the server to
  /// themselves.
  static boolean missesSloUnloaded(SearchPlan plan, SearchState state) {
    SearchResult.Unloaded alone = state.unloaded();
    return state.unloadedComplete()
        && alone.judged() > 0
        && ShareBounds.upper((double) alone.good(), (double) alone.judged(), CONFIDENCE)
            < plan.attainment();
  }

  /// Returns whether the limit is negligibly low.
  static boolean limitNegligible(Estimate known, double ceiling) {
    return known.where() == Estimate.Where.BELOW && known.wanted() < NOWHERE * ceiling;
  }

  private SearchResult result() {
    SearchResult.Ending ending = ending();
    return new SearchResult(
        ending,
        reason,
        alone,
        state.floods(),
        steps(),
        state.requests(),
        state.checkRequests(),
        state.memory().errorRate(),
        state.turns(),
        Optional.ofNullable(state.check()).map(whole -> whole.result(dispersion())),
        unverified());
  }

  private double dispersion() {
    return known == null ? Segment.MIN_DISPERSION : known.dispersion();
  }

  private String unverified() {
    boolean left = check != null || state.verificationStarted();
    VerificationLevel last = state.check();
    if (!plan.verified() || !left || (last != null && !last.unanswered())) {
      return "";
    }
    StopReason why = check == null ? StopReason.KILLED : check;
    return why.reason().isEmpty() ? why.kind().word : why.reason();
  }

  private List<SearchResult.Step> steps() {
    List<SearchResult.Step> steps = new ArrayList<>();
    for (int i = 1; i <= segments.size(); i++) {
      Estimate then = Estimate.of(segments.subList(0, i), plan.attainment(), state.ceiling());
      steps.add(then.after(segments.get(i - 1)));
    }
    return steps;
  }

  /// Returns the first ending that applies, in the order of the exit codes from the lowest.
  private SearchResult.Ending ending() {
    return switch (stop.kind()) {
      case INTERRUPTED -> SearchResult.Ending.INTERRUPTED;
      case FAILED -> SearchResult.Ending.UNSTABLE;
      case ITSELF, BUDGET -> measured();
    };
  }

  private SearchResult.Ending measured() {
    if (missesSloUnloaded(plan, state)) {
      return ofUnloaded();
    }
    if (!state.floods().isEmpty() && Double.isNaN(state.ceiling())) {
      reason = "flooded with requests, it answered next to none";
      return SearchResult.Ending.UNSTABLE;
    }
    Estimate estimate = known;
    return estimate == null ? undecided() : steered(estimate);
  }

  /// Failed requests do not count as slow ones.
  private SearchResult.Ending ofUnloaded() {
    long late = alone.judged() - alone.good() - alone.failed();
    if (alone.failed() <= late) {
      return SearchResult.Ending.MISSED_UNLOADED;
    }
    reason =
        "with the server for itself, %d of %d requests failed"
            .formatted(alone.failed(), alone.judged());
    return SearchResult.Ending.UNSTABLE;
  }

  /// While the search runs, failures end it if there are significantly too many. At its end the
  /// error rate itself decides, and no later interruption can.
  private SearchResult.Ending steered(Estimate estimate) {
    SearchResult.Ending found = answered(estimate);
    boolean over = found != SearchResult.Ending.UNDECIDED;
    boolean failing =
        state.memory().failing(plan) || (over && state.memory().errorRate() > plan.maxErrorRate());
    if (!failing) {
      return found;
    }
    reason = stop.reason();
    return SearchResult.Ending.FAILING;
  }

  private SearchResult.Ending answered(Estimate estimate) {
    Optional<Segment> late =
        segments.stream().filter(each -> each.lagP99Millis() > plan.maxLagMillis()).findFirst();
    if (late.isPresent()) {
      reason =
          "at %.3g/s the client's schedule lag p99 was %.1f ms, above %.1f ms"
              .formatted(late.get().rate(), late.get().lagP99Millis(), plan.maxLagMillis());
      return SearchResult.Ending.CLIENT_BOUND;
    }
    if (limitNegligible(estimate, state.ceiling())) {
      reason =
          "the SLO is kept by a request alone and not at %.3g/s either"
              .formatted(segments.getLast().rate());
      return SearchResult.Ending.UNSTABLE;
    }
    if (!estimate.atCeiling() && !estimate.done(plan.tolerance())) {
      return undecided();
    }
    return estimate.atFlood() ? SearchResult.Ending.AT_FLOOD : SearchResult.Ending.REACHED;
  }

  private SearchResult.Ending undecided() {
    return stop.kind() == StopReason.Kind.BUDGET
        ? SearchResult.Ending.BUDGET
        : SearchResult.Ending.UNDECIDED;
  }
}
