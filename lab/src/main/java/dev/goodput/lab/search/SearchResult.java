package dev.goodput.lab.search;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What a search found.
///
/// @param ending why it stopped
/// @param reason the same in words, where there is more to say; else empty
/// @param unloaded what came of the requests that were asked one after another
/// @param floods what the server answered when flooded, the last one counts
/// @param rate arrivals per second at which the target is just met, NaN where nobody knows
/// @param low lower bound of its 95 % interval: what may be claimed
/// @param high upper bound
/// @param requests that it took, all together
/// @param steps what it rests on, stretch by stretch
public record SearchResult(
    Ending ending,
    String reason,
    Unloaded unloaded,
    List<Flooded> floods,
    double rate,
    double low,
    double high,
    long requests,
    List<Step> steps) {
  /// Copies the lists.
  public SearchResult {
    floods = List.copyOf(floods);
    steps = List.copyOf(steps);
  }

  static SearchResult of(
      Ending ending,
      String reason,
      Unloaded unloaded,
      List<Flooded> floods,
      long requests,
      List<Step> steps) {
    boolean known = !steps.isEmpty();
    return new SearchResult(
        ending,
        reason,
        unloaded,
        floods,
        known ? steps.getLast().rate() : Double.NaN,
        known ? steps.getLast().low() : Double.NaN,
        known ? steps.getLast().high() : Double.NaN,
        requests,
        steps);
  }

  /// The same of a client that was too late for its figures to be used.
  public SearchResult late() {
    return new SearchResult(
        Ending.CLIENT_BOUND,
        "the client was the bottleneck under the steered load",
        unloaded,
        floods,
        rate,
        low,
        high,
        requests,
        steps);
  }

  /// Arrivals per second that the flooded server answered, NaN where it was not flooded.
  public double flood() {
    return floods.isEmpty() ? Double.NaN : floods.getLast().rate();
  }

  /// Half of the interval, relative to the rate, upwards; NaN where there is none.
  public double halfWidth() {
    return high / rate - 1;
  }

  /// The stretches without what was known after each.
  public List<Segment> segments() {
    return steps.stream().map(Step::segment).toList();
  }

  /// What came of requests that had the server for themselves.
  ///
  /// @param judged requests that were judged
  /// @param good those that kept the SLO
  /// @param meanResidenceSeconds how long they took on average, NaN of none
  public record Unloaded(long judged, long good, double meanResidenceSeconds) {}

  /// What came of a flood.
  ///
  /// @param requests that came at once
  /// @param rate requests per second that were answered in the middle of it, NaN where too few were
  public record Flooded(long requests, double rate) {}

  /// A stretch, and what was known after it.
  ///
  /// @param segment the stretch
  /// @param rate arrivals per second at which the target is just met
  /// @param low lower bound of its 95 % interval
  /// @param high upper bound
  public record Step(Segment segment, double rate, double low, double high) {}

  /// Why a search stops.
  public enum Ending {
    /// The interval is as narrow as was asked.
    REACHED("reached"),
    /// The budget is spent.
    BUDGET("budget"),
    /// Even alone too few requests keep the SLO.
    MISSED_UNLOADED("slo_missed_unloaded"),
    /// The client was too late for its figures to be used.
    CLIENT_BOUND("client_bound"),
    /// The server does not answer steadily enough.
    UNSTABLE("unstable"),
    /// Somebody interrupted it: what there is, is told.
    INTERRUPTED("interrupted");

    private final String word;

    Ending(String word) {
      this.word = word;
    }

    static Optional<Ending> named(String word) {
      return Arrays.stream(values()).filter(ending -> ending.word.equals(word)).findFirst();
    }

    /// The word for it in documents.
    public String word() {
      return word;
    }
  }
}
