package dev.goodput.operate.review;

import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.record.RunNotes;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a period of traffic was like.
///
/// @param period the period
/// @param logged the time from the first to the last directory of the log
/// @param objectives the SLO of each class
/// @param now sums of the period
/// @param before sums of the period before
/// @param spans times in which an alert would have fired, in both periods, oldest first
/// @param changes lasting changes of latencies, in both periods
/// @param tenants tenants whose clients leave
/// @param peakRate highest request rate over five minutes, per second
/// @param notes what a reader must know of the logs
public record Review(
    ReviewPeriod period,
    ReviewPeriod logged,
    SortedMap<String, ServiceObjective> objectives,
    PeriodSums now,
    PeriodSums before,
    List<MissedSpan> spans,
    List<LatencyChange> changes,
    List<TenantWaste> tenants,
    double peakRate,
    List<String> notes) {

  /// Returns the time that a log covers; empty if there are no run directories of a gateway.
  ///
  /// @throws dev.goodput.record.RecordException a directory that cannot be read
  public static Optional<ReviewPeriod> logged(Path log) {
    return covered(LoggedRun.below(log));
  }

  private static Optional<ReviewPeriod> covered(List<LoggedRun> runs) {
    return runs.stream()
        .map(LoggedRun::until)
        .max(Comparator.naturalOrder())
        .map(until -> new ReviewPeriod(runs.getFirst().from(), until));
  }

  /// Reads the logs of a period and of the one before.
  ///
  /// @param log the directory of a gateway's run directories
  /// @param given SLOs that replace those of the logs, by class
  /// @throws dev.goodput.record.RecordException a log that cannot be read
  public static Review of(Path log, ReviewPeriod period, Map<String, ServiceObjective> given) {
    List<LoggedRun> all = LoggedRun.below(log);
    List<LoggedRun> runs =
        all.stream().filter(run -> run.overlaps(period.before().from(), period.until())).toList();
    LogTally tally = new LogTally(period, given);
    SortedSet<String> notes = new TreeSet<>();
    for (LoggedRun run : runs) {
      tally.read(run);
      notes.addAll(RunNotes.of(run.directory().manifest()));
    }
    Instant origin = period.before().from();
    List<MissedSpan> spans = new ArrayList<>();
    List<LatencyChange> changes = new ArrayList<>();
    tally
        .objectives()
        .forEach((name, slo) -> {
          spans.addAll(SpanFinder.find(name, slo, origin, tally.slots(name)));
          changes.addAll(LatencyChange.of(name, period, tally));
        });
    spans.sort(Comparator.comparing(MissedSpan::from));
    changes.sort(Comparator.comparing(LatencyChange::at));
    return new Review(
        period,
        covered(all).orElse(period),
        new TreeMap<>(tally.objectives()),
        tally.now(),
        tally.before(),
        spans,
        changes,
        TenantWaste.of(tally.now()),
        tally.peakRate(),
        List.copyOf(notes));
  }
}
