package dev.goodput.lab.search;

import dev.goodput.metrics.interval.StudentT;
import dev.goodput.workload.arrival.Pace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Sets the rate of the search, stretch by stretch, without ever letting the server run empty.
///
/// Asked ahead by the thread that makes the schedule, told of ended requests by another. A stretch
/// is over when its last arrival is scheduled: in virtual time that is when it falls due.
final class Steering implements Pace {
  private static final double FIRST = .85;
  private static final double SECOND = .92;
  private static final double ASIDE = .015;
  private static final double LEAST = .6;
  private static final long DROPPED = 150;
  private static final double FIRST_DROPPED = .4;
  private static final double RESIDENCES = 8;
  private static final int ENOUGH_STRETCHES = 6;
  private static final double CONFIDENCE = .95;

  private final SearchPlan plan;
  private final Observations seen = new Observations();
  private final List<Stretch> stretches = new ArrayList<>();
  private double ceiling;
  private long nextStretch;
  private @Nullable Estimate estimate;
  private boolean reached;

  /// @param flood arrivals per second that the server answers when flooded
  Steering(SearchPlan plan, double flood) {
    this.plan = plan;
    this.ceiling = flood;
  }

  synchronized void ended(Observations.Seen request) {
    seen.add(request);
  }

  @Override
  public synchronized double rate(long arrivals, long nanos) {
    if (!stretches.isEmpty()) {
      stretches.getLast().at(arrivals, nanos);
    }
    if (arrivals < nextStretch) {
      return stretches.getLast().rate;
    }
    estimate = estimate(judged(1));
    double rate = nextRate();
    if (rate > 0) {
      begin(rate, arrivals);
      stretches.getLast().at(arrivals, nanos);
    }
    return rate;
  }

  private void begin(double rate, long arrivals) {
    double residence = stretches.isEmpty() ? 0 : stretches.getLast().meanResidenceSeconds(seen);
    long length = Math.max(plan.stretchArrivals(), Math.round(RESIDENCES * residence * rate));
    boolean first = stretches.isEmpty();
    long dropped = first ? Math.round(FIRST_DROPPED * length) : Math.min(DROPPED, length / 4);
    long whole = first ? length + dropped : length;
    stretches.add(new Stretch(rate, arrivals, dropped, whole));
    nextStretch = arrivals + whole;
  }

  private double nextRate() {
    if (stretches.isEmpty()) {
      return FIRST * ceiling;
    }
    if (stretches.size() == 1) {
      return SECOND * ceiling;
    }
    if (seen.size() >= plan.budgetRequests()) {
      return 0;
    }
    Estimate found = estimate;
    if (found == null) {
      return SECOND * ceiling;
    }
    reached = found.done(plan);
    if (reached) {
      return 0;
    }
    boolean above = stretches.size() % 2 == 0;
    double wanted = found.rate() * (above ? 1 + ASIDE : 1 - ASIDE);
    if (wanted < LEAST * ceiling) {
      ceiling /= 2;
    }
    return Math.clamp(wanted, LEAST * ceiling, ceiling);
  }

  /// The stretches that are over, but for the last so many.
  private List<Segment> judged(int butLast) {
    List<Stretch> over = stretches.stream().filter(Stretch::over).toList();
    return over.subList(0, Math.max(0, over.size() - butLast)).stream()
        .map(stretch -> stretch.judge(seen))
        .toList();
  }

  private @Nullable Estimate estimate(List<Segment> segments) {
    return segments.isEmpty() ? null : Estimate.of(segments, plan.attainment());
  }

  /// Whether it ended as its interval was as narrow as was asked.
  synchronized boolean reached() {
    return reached;
  }

  /// What all stretches say, once every request is over.
  synchronized @Nullable Estimate last() {
    return estimate(judged(0));
  }

  /// The rate at which the target is just met.
  ///
  /// @param rate arrivals per second
  /// @param low lower bound
  /// @param high upper bound
  /// @param segments what it rests on
  record Estimate(double rate, double low, double high, List<Segment> segments) {
    static Estimate of(List<Segment> segments, double attainment) {
      AttainmentCurve.Crossing found = AttainmentCurve.fit(segments).crossing(attainment);
      double t = StudentT.twoSided(CONFIDENCE, Math.max(1, segments.size() - 2));
      double half = t * found.standardError();
      double rate = Math.exp(found.logLoad());
      return new Estimate(rate, rate * Math.exp(-half), rate * Math.exp(half), segments);
    }

    boolean done(SearchPlan plan) {
      return segments.size() >= ENOUGH_STRETCHES && Math.log(high / rate) < plan.tolerance();
    }
  }
}
