package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The arrivals of the window, both as scheduled and as the client started them.
///
/// In an open loop, only first turns count, because the previous response decides when a later turn
/// is due. For gateway traffic all turns count, and there is no schedule.
final class ArrivalTally {
  /// How many of a window's first arrivals are used for the gaps, so that memory does not grow.
  static final int GAPS_LIMIT = 100_000;

  /// How many of the arrivals that started after the window are kept; the rest count as late.
  private static final int LATE_LIMIT = 100_000;

  private final boolean observed;
  private final long windowEnd;
  private final long takenUpUntil;
  private final ArrivalProcess planned;
  private final ArrivalProcess achieved;
  private boolean open;
  private long firstIntended = Long.MAX_VALUE;
  private long lastIntended = Long.MIN_VALUE;
  private long intended;
  private long takenUp;

  /// How long after the window's end arrivals were started, beyond the smallest allowance.
  private long[] late = new long[16];

  private int lateCount;

  /// @param observed whether a gateway observed the traffic
  /// @param gapsUntil end of the time whose gaps are used: at most [#GAPS_LIMIT] arrivals
  /// @param allowanceNanos the smallest lag that the client's verdict allows: an arrival intended
  ///   at the very end of the window cannot be started within it
  ArrivalTally(boolean observed, LevelResult.Window window, long gapsUntil, long allowanceNanos) {
    this.observed = observed;
    windowEnd = window.endNanos();
    takenUpUntil = window.endNanos() + allowanceNanos;
    planned = new ArrivalProcess(window.beginNanos(), window.endNanos(), gapsUntil);
    achieved = new ArrivalProcess(window.beginNanos(), window.endNanos(), gapsUntil);
  }

  /// Adds a first attempt of the sample.
  void add(RequestRecord request) {
    Stamps stamps = request.stamps();
    intended++;
    firstIntended = Math.min(firstIntended, stamps.intendedNanos());
    lastIntended = Math.max(lastIntended, stamps.intendedNanos());
    boolean isOpen = request.start() == LatencyOrigin.INTENDED;
    open |= isOpen;
    boolean ofProcess = !isOpen || observed || request.requested().turn() == 0;
    if (ofProcess) {
      planned.add(stamps.intendedNanos());
    }
    if (Stamps.present(stamps.dueNanos()) && stamps.dueNanos() <= takenUpUntil) {
      takenUp++;
      if (ofProcess) {
        achieved.add(stamps.dueNanos());
      }
    } else if (Stamps.present(stamps.dueNanos()) && lateCount < LATE_LIMIT) {
      late = lateCount < late.length ? late : Arrays.copyOf(late, 2 * lateCount);
      late[lateCount++] = stamps.dueNanos() - windowEnd;
    }
  }

  /// Returns the share of the arrivals that were started within the window or soon enough after it.
  ///
  /// @param allowanceNanos the lag that the client's verdict allows; a burst at the end of the
  ///   window may need all of it
  @Nullable Double takenUpShare(long allowanceNanos) {
    if (intended == 0 || observed) {
      return null;
    }
    long soon = Arrays.stream(late, 0, lateCount).filter(lag -> lag <= allowanceNanos).count();
    return (double) (takenUp + soon) / intended;
  }

  /// Returns the schedule's requests per second, including later turns.
  @Nullable Double requestRate() {
    return lastIntended <= firstIntended
        ? null
        : (intended - 1) * 1e9 / (lastIntended - firstIntended);
  }

  /// @param complete whether all arrivals are in the log; otherwise nothing is known of their
  ///   process
  LevelResult.Load build(@Nullable LevelStarted begun, boolean complete) {
    boolean known = open && complete;
    boolean scheduled = known && !observed;
    ArrivalKind assumed = open ? ArrivalKind.UNKNOWN : ArrivalKind.CLOSED;
    String arrivals = begun == null ? assumed.word() : begun.arrivals();
    return new LevelResult.Load(
        arrivals,
        begun == null || begun.profile().isEmpty() ? null : begun.profile(),
        begun == null || Double.isNaN(begun.targetRate()) ? null : begun.targetRate(),
        complete ? achieved.rate() : null,
        complete && !observed ? planned.rate() : null,
        begun == null || begun.targetConcurrency() <= 0 ? null : begun.targetConcurrency(),
        begun == null || begun.maxInFlight() <= 0 ? null : begun.maxInFlight(),
        known ? achieved.gapCv() : null,
        known ? achieved.dispersion(1) : null,
        known ? achieved.dispersion(10) : null,
        scheduled ? planned.gapCv() : null,
        scheduled ? planned.dispersion(1) : null,
        scheduled ? planned.dispersion(10) : null);
  }
}
