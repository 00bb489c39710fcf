package dev.goodput.operate.review;

import dev.goodput.observe.ServiceObservation;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.record.RunNotes;
import dev.goodput.telemetry.WindowRollup;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// What a period of traffic was like.
///
/// @param period the period
/// @param logged the time from the first to the last directory of the log
/// @param objectives the SLO of each class
/// @param now sums of the period
/// @param before sums of the period before
/// @param spans times in which an alert would have fired, in both periods, oldest first
/// @param causes what the bad requests of the period's worst spans had in common
/// @param changes lasting changes of latencies, in both periods
/// @param tenants tenants whose clients leave
/// @param slices the time slices of each class whose SLO counts them: of the period, and before
/// @param events what the gateway observed in addition to requests in the period, oldest first
/// @param peakRate highest rate of logged requests over five minutes, per second
/// @param rolledUp whether it is of roll-ups, which hold no single requests and no events
/// @param notes what a reader must know of the logs
public record Review(
    ReviewPeriod period,
    ReviewPeriod logged,
    SortedMap<String, ServiceObjective> objectives,
    PeriodSums now,
    PeriodSums before,
    List<MissedSpan> spans,
    Map<MissedSpan, MissCause> causes,
    List<LatencyChange> changes,
    List<TenantWaste> tenants,
    SortedMap<String, List<SliceSums>> slices,
    List<ServiceObservation.Event> events,
    double peakRate,
    boolean rolledUp,
    List<String> notes) {
  /// Each span is a pass over its part of the log.
  private static final int MAX_CAUSES = 5;

  private static final int MAX_EVENTS = 10_000;

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

  private static Map<MissedSpan, MissCause> causes(
      List<MissedSpan> spans,
      ReviewPeriod period,
      List<LoggedRun> runs,
      Map<String, ServiceObjective> given) {
    Map<MissedSpan, MissCause> causes = new HashMap<>();
    spans.stream()
        .filter(span -> span.in(period))
        .sorted(Comparator.comparingLong(MissedSpan::bad).reversed())
        .limit(MAX_CAUSES)
        .forEach(span -> causes.put(span, CauseFinder.of(span, spans, runs, given)));
    return causes;
  }

  private static List<String> notLogged(Set<String> given, Set<String> logged) {
    return given.stream()
        .filter(name -> !logged.contains(name))
        .map(name ->
            "SLO class %s is in the SLO file but not in the log, which has %s"
                .formatted(name, String.join(", ", logged)))
        .toList();
  }

  private static void addEvent(
      ServiceObservation observation, ReviewPeriod period, List<ServiceObservation.Event> events) {
    if (observation instanceof ServiceObservation.Event event
        && period.holds(event.at().toEpochMilli())
        && events.size() < MAX_EVENTS) {
      events.add(event);
    }
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
    EnergySums energy = new EnergySums(period, tally.now(), tally.before());
    SortedSet<String> notes = new TreeSet<>();
    List<ServiceObservation.Event> events = new ArrayList<>();
    for (LoggedRun run : runs) {
      tally.read(run);
      notes.addAll(RunNotes.of(run.directory().manifest()));
      energy.startDirectory();
      ServiceObservation.read(
          run.directory(),
          each -> {
            if (each instanceof ServiceObservation.Energy observed) {
              energy.add(observed);
            } else {
              addEvent(each, period, events);
            }
          });
    }
    notes.addAll(notLogged(given.keySet(), tally.objectives().keySet()));
    List<MissedSpan> spans = new ArrayList<>();
    SortedMap<String, List<SliceSums>> slices = new TreeMap<>();
    addSpans(tally, period, spans, slices);
    events.sort(Comparator.comparing(ServiceObservation.Event::at));
    return new Review(
        period,
        covered(all).orElse(period),
        new TreeMap<>(tally.objectives()),
        tally.now(),
        tally.before(),
        spans,
        causes(spans, period, runs, given),
        changes(tally, period),
        TenantWaste.of(tally.now()),
        slices,
        events,
        tally.peakRate(),
        false,
        List.copyOf(notes));
  }

  /// Returns the review of roll-ups, as the job of many gateways writes them. Requests are judged
  /// as the gateways did when they ended; causes and events are not in roll-ups.
  ///
  /// @param name the place of the roll-ups, for messages
  /// @param rollups hands out each roll-up
  /// @param given the SLO of each class
  /// @throws dev.goodput.telemetry.EventFormatException windows that are too long, or none
  public static Review ofRollups(
      String name,
      Consumer<Consumer<WindowRollup>> rollups,
      ReviewPeriod period,
      Map<String, ServiceObjective> given) {
    RollupReader read = RollupReader.read(name, rollups, period, given);
    LogTally tally = read.tally();
    List<MissedSpan> spans = new ArrayList<>();
    SortedMap<String, List<SliceSums>> slices = new TreeMap<>();
    addSpans(tally, period, spans, slices);
    return new Review(
        period,
        read.covered(),
        new TreeMap<>(tally.objectives()),
        tally.now(),
        tally.before(),
        spans,
        Map.of(),
        changes(tally, period),
        TenantWaste.of(tally.now()),
        slices,
        List.of(),
        tally.peakRate(),
        true,
        read.notes());
  }

  private static void addSpans(
      LogTally tally,
      ReviewPeriod period,
      List<MissedSpan> spans,
      SortedMap<String, List<SliceSums>> slices) {
    Instant origin = period.before().from();
    tally
        .objectives()
        .forEach((name, slo) -> {
          if (slo.sliceTarget().isPresent()) {
            SliceCounts counts = new SliceCounts(name, slo, origin, tally.slots(name));
            slices.put(name, List.of(counts.sums(true), counts.sums(false)));
            spans.addAll(counts.spans());
          } else {
            spans.addAll(SpanFinder.find(name, slo, origin, tally.slots(name)));
          }
        });
    spans.sort(Comparator.comparing(MissedSpan::from));
  }

  private static List<LatencyChange> changes(LogTally tally, ReviewPeriod period) {
    return tally.objectives().keySet().stream()
        .flatMap(name -> LatencyChange.of(name, period, tally).stream())
        .sorted(Comparator.comparing(LatencyChange::at))
        .toList();
  }
}
