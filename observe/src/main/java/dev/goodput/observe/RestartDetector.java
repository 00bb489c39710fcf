package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/// A detector that distinguishes a restarted server from several servers that answer at one address
/// in turn, each with its own counters. It must see all scrapes of a file: if several servers
/// answer in one level, it is unknown who answered in the others.
final class RestartDetector {
  /// Some systems report a process's start time by a clock that is corrected by up to a second.
  private static final double SLACK_SECONDS = 2;

  /// Allowance for the offset between two machines' clocks and the duration of a scrape.
  private static final double CLOCKS_SECONDS = 10;

  /// How often counters must fall and recover at once before that is no coincidence.
  private static final int SWINGS = 2;

  /// Which process answers, by the start time on the page.
  enum ServerIdentity {
    /// The process that answered before.
    SAME,
    /// Another process.
    ANOTHER,
    /// Another process, which was already running at the last scrape.
    BESIDE,
    /// The page names no start time.
    UNKNOWN
  }

  /// The largest number of start times to remember.
  private static final int MAX_BEGINS = 64;

  /// Start times of processes that were replaced, the latest last. A process that answers again
  /// after that was running all the time.
  private final Deque<Double> begins = new ArrayDeque<>();

  private boolean beside;
  private boolean serverChanged;
  private int swings;
  private double fellFrom = Double.POSITIVE_INFINITY;

  /// Adds the next scrape and returns which process answers.
  ///
  /// A process that was already running has taken the place of the one before, as in a rolling
  /// update, unless that one comes back.
  ///
  /// @param seenSeconds time of the scrape before, in seconds since 1970. If it is NaN (unknown),
  ///   two processes that were running at the same time count as two that answer in turn
  ServerIdentity next(EngineReadings before, EngineReadings now, double seenSeconds) {
    double later = now.startedSeconds() - before.startedSeconds();
    ServerIdentity process = process(later);
    if (process == ServerIdentity.ANOTHER) {
      boolean there = later < 0 || now.startedSeconds() < seenSeconds - CLOCKS_SECONDS;
      boolean dated = !Double.isNaN(seenSeconds);
      beside |= answered(now.startedSeconds()) || (there && !dated);
      process = there && dated ? ServerIdentity.BESIDE : process;
      remember(before.startedSeconds());
    }
    boolean fell = false;

    // Two servers may start within the slack of each other. A single server reports the same start
    // time at each scrape, or one that a clock correction moves, and its counters never fall.
    if (later != 0) {
      double was = counted(before);
      double is = counted(now);
      swings += is >= fellFrom ? 1 : 0;
      fell = is < was;
      fellFrom = fell ? was : Double.POSITIVE_INFINITY;
    }
    serverChanged = fell || process == ServerIdentity.ANOTHER || process == ServerIdentity.BESIDE;
    return process;
  }

  private boolean answered(double startedSeconds) {
    return begins.stream()
        .anyMatch(began -> process(startedSeconds - began) == ServerIdentity.SAME);
  }

  private void remember(double startedSeconds) {
    if (!answered(startedSeconds)) {
      begins.addLast(startedSeconds);
    }
    if (begins.size() > MAX_BEGINS) {
      begins.removeFirst();
    }
  }

  private static ServerIdentity process(double laterSeconds) {
    if (Double.isNaN(laterSeconds)) {
      return ServerIdentity.UNKNOWN;
    }
    return Math.abs(laterSeconds) > SLACK_SECONDS ? ServerIdentity.ANOTHER : ServerIdentity.SAME;
  }

  /// Returns the sum of all counters of the process, which only grows.
  private static double counted(EngineReadings metrics) {
    double sum = 0;
    for (Map.Entry<EngineMetric, MetricReading> each : metrics.readings().entrySet()) {
      if (each.getKey().kind() == EngineMetric.Kind.COUNTER && each.getKey().resetsOnRestart()) {
        sum += each.getKey().whole(each.getValue().parts().values());
      }
    }
    return sum;
  }

  /// Returns whether the last scrape came from a different server than the one before, or from a
  /// restarted one, as far as that is observable: a server that has counted more than the one
  /// before is not detected.
  boolean serverChanged() {
    return serverChanged;
  }

  boolean severalServers() {
    return beside || swings >= SWINGS;
  }

  /// Notes that one server answers alone from here on; the start times of earlier ones are kept.
  void alone() {
    beside = false;
    swings = 0;
    fellFrom = Double.POSITIVE_INFINITY;
  }
}
