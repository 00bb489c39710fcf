package dev.goodput.metrics.search;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/// The result of a search. Rates count sessions, which are requests if they have one turn.
///
/// @param ending why it stopped
/// @param reason the same in words if there is more to report, else empty
/// @param unloaded the results of requests that were sent one after another
/// @param floods the floods; the last one counts
/// @param steps the segments behind the figure; the last one gives it
/// @param requests all requests of the search
/// @param checkRequests those of them that verified the claim; they may exceed the budget
/// @param errorRate failures ÷ requests of the steered load
/// @param turns mean turns of a session
/// @param verification the verification of the claim; null without one
/// @param unverified why a planned verification did not end, else empty
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

  /// Returns the same for a client that was too late for its figures to be used.
  ///
  /// @param why the reason in words
  public SearchResult late(String why) {
    return with(Ending.CLIENT_BOUND, why, verification);
  }

  /// Returns the same for a client that was the bottleneck during the verification.
  ///
  /// @param why the reason in words
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

  /// Returns the verdict of the verification on the claim; empty without one.
  public Optional<Verification.Verdict> checked(SearchPlan plan) {
    double claimed = claims() ? claim() : Double.NaN;
    return verification.map(check -> check.verdict(plan, claimed));
  }

  /// Returns the arrivals per second at which the target is just met; NaN if unknown.
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

  /// Returns whether it ended with a rate that may be claimed.
  public boolean claims() {
    return switch (ending) {
      case REACHED, AT_FLOOD, BUDGET, UNDECIDED -> claimable();
      case MISSED_UNLOADED, FAILING, CLIENT_BOUND, UNSTABLE, INTERRUPTED -> false;
    };
  }

  /// Returns whether the lower bound is large enough to be claimed.
  public boolean claimable() {
    return low() > NEXT_TO_NOTHING * flood();
  }

  /// Returns the arrivals per second that may be claimed: the lower bound in three digits, rounded
  /// down.
  public double claim() {
    return roundedDown(low());
  }

  /// Returns a rate in three digits, rounded down, so that a lower bound stays one.
  public static double roundedDown(double rate) {
    return BigDecimal.valueOf(rate).round(new MathContext(3, RoundingMode.DOWN)).doubleValue();
  }

  /// Returns the arrivals per second that the flooded server completed; NaN without a flood.
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

  /// Returns half of the interval, relative to the rate; NaN if unknown.
  public double halfWidth() {
    return steps.isEmpty() ? Double.NaN : steps.getLast().halfWidth();
  }

  /// Returns the segments without the estimates after each.
  public List<Segment> segments() {
    return steps.stream().map(Step::segment).toList();
  }

  /// The results of requests that were sent one after another.
  ///
  /// @param judged requests that were judged
  /// @param good those that met the SLO
  /// @param failed those that failed
  /// @param meanResidenceSeconds their mean duration; NaN without requests
  public record Unloaded(long judged, long good, long failed, double meanResidenceSeconds) {}

  /// The result of a flood.
  ///
  /// @param requests requests that arrived at once
  /// @param rate sessions per second completed in its middle; NaN if too few were
  public record Flooded(long requests, double rate) {
    /// Returns whether the rate of another flood is about the same.
    public boolean sameRate(Flooded other) {
      return Math.abs(other.rate / rate - 1) < SAME_RATE;
    }
  }

  /// A segment and the estimate after it.
  ///
  /// @param segment the segment
  /// @param rate arrivals per second at which the target is just met; NaN if unknown
  /// @param low lower bound of its 95 % interval; NaN if unknown
  /// @param high upper bound; NaN if unknown
  /// @param halfWidth half of the interval, relative to the rate; NaN if unknown
  public record Step(Segment segment, double rate, double low, double high, double halfWidth) {}

  /// Why a search stops.
  public enum Ending {
    /// The interval is as narrow as requested.
    REACHED("reached"),
    /// The SLO holds at every rate that the server completes: there is only a lower bound.
    AT_FLOOD("at_flood"),
    /// The budget is spent.
    BUDGET("budget"),
    /// It stopped by the SLO of the search, and its requests give no result for another SLO.
    UNDECIDED("undecided"),
    /// Too few requests meet the SLO even one after another.
    MISSED_UNLOADED("slo_missed_unloaded"),
    /// More requests failed under the steered load than the plan allows.
    FAILING("too_many_failures"),
    /// The client was too late for its figures to be used.
    CLIENT_BOUND("client_bound"),
    /// The server's rate is not steady enough.
    UNSTABLE("unstable"),
    /// It was interrupted; the result is the one so far.
    INTERRUPTED("interrupted");

    private final String key;

    Ending(String key) {
      this.key = key;
    }

    /// Returns the key used in documents.
    public String key() {
      return key;
    }
  }
}
