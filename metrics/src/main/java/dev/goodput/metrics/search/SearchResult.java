package dev.goodput.metrics.search;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/// What a search found. Rates are of sessions, which are requests where they have one turn.
///
/// @param ending why it stopped
/// @param reason the same in words, where there is more to report; else empty
/// @param unloaded what came of the requests that were asked one after another
/// @param floods what the server answered when flooded, the last one counts
/// @param steps the stretches behind the figure; the last one gives it
/// @param requests that it took, all together
/// @param checkRequests those of them that verified the claim, which may come on top of a budget
/// @param errorRate failures ÷ requests of the steered load
/// @param turns of a session, on average
/// @param verification what the claim was worth, where that was tried
/// @param unverified why that did not come to its end, where it was to be; else empty
public record SearchResult(
    Ending ending,
    String reason,
    Unloaded unloaded,
    List<Flooded> floods,
    List<Step> steps,
    long requests,
    long checkRequests,
    double errorRate,
    double turns,
    Optional<Verification> verification,
    String unverified) {
  private static final double SAME_RATE = .05;
  private static final double NEXT_TO_NOTHING = .01;

  /// Copies the lists.
  public SearchResult {
    floods = List.copyOf(floods);
    steps = List.copyOf(steps);
  }

  /// The same of a client that was too late for its figures to be used.
  ///
  /// @param why in words
  public SearchResult late(String why) {
    return with(Ending.CLIENT_BOUND, why, verification);
  }

  /// The same of a client that was the bottleneck when the claim was verified.
  ///
  /// @param why in words
  public SearchResult withClientBoundVerification(String why) {
    return with(ending, reason, verification.map(check -> check.withClientBound(why)));
  }

  private SearchResult with(Ending other, String why, Optional<Verification> check) {
    return new SearchResult(
        other,
        why,
        unloaded,
        floods,
        steps,
        requests,
        checkRequests,
        errorRate,
        turns,
        check,
        unverified);
  }

  /// What its verification shows of what is claimed; empty without one.
  public Optional<Verification.Verdict> checked(SearchPlan plan) {
    double claimed = claims() ? claim() : Double.NaN;
    return verification.map(check -> check.verdict(plan, claimed));
  }

  /// Arrivals per second at which the target is just met; NaN where there is no figure.
  public double rate() {
    return steps.isEmpty() ? Double.NaN : steps.getLast().rate();
  }

  /// Returns the lower bound of its 95 % interval, which may be claimed; NaN if unknown.
  public double low() {
    return steps.isEmpty() ? Double.NaN : steps.getLast().low();
  }

  /// Returns the upper bound of the interval; NaN if unknown.
  public double high() {
    return steps.isEmpty() ? Double.NaN : steps.getLast().high();
  }

  /// Whether it ended with something that may be claimed.
  public boolean claims() {
    return switch (ending) {
      case REACHED, AT_FLOOD, BUDGET, UNDECIDED -> claimable();
      case MISSED_UNLOADED, FAILING, CLIENT_BOUND, UNSTABLE, INTERRUPTED -> false;
    };
  }

  /// Whether the lower bound is more than next to nothing.
  public boolean claimable() {
    return low() > NEXT_TO_NOTHING * flood();
  }

  /// What may be claimed, arrivals per second: the lower bound in three digits, never rounded up.
  public double claim() {
    return new BigDecimal(low()).round(new MathContext(3, RoundingMode.DOWN)).doubleValue();
  }

  /// Arrivals per second that the flooded server answered, NaN where it was not flooded.
  public double flood() {
    return flood(floods, turns);
  }

  /// Returns the arrivals per second that a flooded server completed: those of the last flood, or
  /// for sessions of several turns the highest, as too many sessions at once displace earlier turns
  /// from a server's cache.
  public static double flood(List<Flooded> floods, double turns) {
    if (floods.isEmpty()) {
      return Double.NaN;
    }
    return turns == 1
        ? floods.getLast().rate()
        : floods.stream()
            .mapToDouble(Flooded::rate)
            .filter(rate -> !Double.isNaN(rate))
            .max()
            .orElse(Double.NaN);
  }

  /// Returns whether doubling the flood no longer changed the rate, which needs at least two
  /// floods.
  public boolean settled() {
    return floods.size() > 1 && floods.get(floods.size() - 2).sameRate(floods.getLast());
  }

  /// Half of the interval, relative to the rate; NaN where there is none.
  public double halfWidth() {
    return steps.isEmpty() ? Double.NaN : steps.getLast().halfWidth();
  }

  /// Returns the segments without the estimates after each.
  public List<Segment> segments() {
    return steps.stream().map(Step::segment).toList();
  }

  /// What came of requests that had the server for themselves.
  ///
  /// @param judged requests that were judged
  /// @param good those that kept the SLO
  /// @param failed those that failed
  /// @param meanResidenceSeconds how long they took on average, NaN of none
  public record Unloaded(long judged, long good, long failed, double meanResidenceSeconds) {}

  /// What came of a flood.
  ///
  /// @param requests that came at once
  /// @param rate sessions per second that were answered in the middle of it, NaN where too few were
  public record Flooded(long requests, double rate) {
    /// Whether another one's rate is about the same.
    public boolean sameRate(Flooded other) {
      return Math.abs(other.rate / rate - 1) < SAME_RATE;
    }
  }

  /// A stretch, and what was known after it.
  ///
  /// @param segment the stretch
  /// @param rate arrivals per second at which the target is just met, NaN where there is no figure
  /// @param low lower bound of its 95 % interval; NaN if unknown
  /// @param high upper bound; NaN if unknown
  /// @param halfWidth half of the interval, relative to the rate, NaN where there is none
  public record Step(Segment segment, double rate, double low, double high, double halfWidth) {}

  /// Why a search stops.
  public enum Ending {
    /// The interval is as narrow as requested.
    REACHED("reached"),
    /// The SLO holds at all that the server answers at all: there is a lower bound alone.
    AT_FLOOD("at_flood"),
    /// The budget is spent.
    BUDGET("budget"),
    /// It stopped by the SLO of the search, and its requests give no result for another SLO.
    UNDECIDED("undecided"),
    /// Even alone too few requests keep the SLO.
    MISSED_UNLOADED("slo_missed_unloaded"),
    /// Under the steered load more requests failed than may.
    FAILING("too_many_failures"),
    /// The client was too late for its figures to be used.
    CLIENT_BOUND("client_bound"),
    /// The server does not answer steadily enough.
    UNSTABLE("unstable"),
    /// It was interrupted; the result is the one so far.
    INTERRUPTED("interrupted");

    private final String key;

    Ending(String key) {
      this.key = key;
    }

    /// The word for it in documents.
    public String key() {
      return key;
    }
  }
}
