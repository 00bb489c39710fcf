package dev.goodput.observe;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/// Tells a server that began anew from several servers that answer at one address in turn, each
/// with counters of its own. All looks of a file are taken in: where several servers answer in one
/// level, nobody knows who answered in the others.
final class ServerTurns {
  /// Some systems tell the begin of a process by a clock that is corrected by a second.
  private static final double SLACK_SECONDS = 2;

  /// What clocks of two machines are apart, and a look takes.
  private static final double CLOCKS_SECONDS = 10;

  /// How often counters must fall and be back at once before that is no chance.
  private static final int SWINGS = 2;

  /// Who answers, by what the page says of its process' begin.
  enum Answering {
    /// The one that answered before.
    SAME,
    /// Another one.
    ANOTHER,
    /// Another one, which was there already when the one before was seen last.
    BESIDE,
    /// The page does not say.
    UNKNOWN
  }

  /// More processes of one page than these nobody remembers.
  private static final int MOST_BEGINS = 64;

  /// When processes began that answered once and gave way to others, the latest last: whoever is
  /// back after that was there all the time.
  private final Deque<Double> begins = new ArrayDeque<>();

  private boolean beside;
  private boolean turned;
  private int swings;
  private double fellFrom = Double.POSITIVE_INFINITY;

  /// Takes the next look in; tells who answers.
  ///
  /// One that was there beside the one before has taken its place, as in a rolling update, unless
  /// that one comes back.
  ///
  /// @param seenSeconds when the look before was, seconds since 1970; NaN where nobody knows, and
  ///   two that were there at once are taken for two that answer in turn
  Answering next(EngineMetrics before, EngineMetrics now, double seenSeconds) {
    double later = now.startedSeconds() - before.startedSeconds();
    Answering process = process(later);
    if (process == Answering.ANOTHER) {
      boolean there = later < 0 || now.startedSeconds() < seenSeconds - CLOCKS_SECONDS;
      boolean dated = !Double.isNaN(seenSeconds);
      beside |= answered(now.startedSeconds()) || (there && !dated);
      process = there && dated ? Answering.BESIDE : process;
      remember(before.startedSeconds());
    }
    boolean fell = false;
    // Two servers may begin within the slack of each other; one tells the same moment each time, or
    // one that its clock's correction moves, and its counters never fall.
    if (later != 0) {
      double was = counted(before);
      double is = counted(now);
      swings += is >= fellFrom ? 1 : 0;
      fell = is < was;
      fellFrom = fell ? was : Double.POSITIVE_INFINITY;
    }
    turned = fell || process == Answering.ANOTHER || process == Answering.BESIDE;
    return process;
  }

  private boolean answered(double startedSeconds) {
    return begins.stream().anyMatch(began -> process(startedSeconds - began) == Answering.SAME);
  }

  private void remember(double startedSeconds) {
    if (!answered(startedSeconds)) {
      begins.addLast(startedSeconds);
    }
    if (begins.size() > MOST_BEGINS) {
      begins.removeFirst();
    }
  }

  private static Answering process(double laterSeconds) {
    if (Double.isNaN(laterSeconds)) {
      return Answering.UNKNOWN;
    }
    return Math.abs(laterSeconds) > SLACK_SECONDS ? Answering.ANOTHER : Answering.SAME;
  }

  /// All that a process counts, in one number that only grows.
  private static double counted(EngineMetrics metrics) {
    double sum = 0;
    for (Map.Entry<Sign, Reading> each : metrics.readings().entrySet()) {
      if (each.getKey().kind() == Sign.Kind.COUNTER && each.getKey().ofProcess()) {
        sum += each.getKey().whole(each.getValue().parts().values());
      }
    }
    return sum;
  }

  /// Whether another server than before gave the last look, or the same one began anew, as far as
  /// that can be seen: one that counted more than the one before cannot.
  boolean turned() {
    return turned;
  }

  boolean severalServers() {
    return beside || swings >= SWINGS;
  }

  /// One server answers alone from here on, as far as is known; who answered before is remembered.
  void alone() {
    beside = false;
    swings = 0;
    fellFrom = Double.POSITIVE_INFINITY;
  }
}
