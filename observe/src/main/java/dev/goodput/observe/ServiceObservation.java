package dev.goodput.observe;

import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.record.RunDirectory;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// What a gateway observed of its service in addition to requests: one line of `service.jsonl` in
/// the run directories of its log.
public sealed interface ServiceObservation {
  /// Returns when it was observed, by the gateway's wall clock.
  Instant at();

  /// Returns it as a line, without its terminator.
  default String line() {
    return ServiceLine.write(this);
  }

  /// Reads the observations of a run directory. Lines that are torn or damaged are skipped: they
  /// explain figures, and no figure depends on them.
  ///
  /// @throws dev.goodput.record.RecordException if the system refused the read
  static void read(RunDirectory run, Consumer<ServiceObservation> sink) {
    run.lines(RunDirectory.SERVICE_FILE).stream()
        .map(ServiceLine::read)
        .filter(Objects::nonNull)
        .forEach(sink);
  }

  /// A change of state.
  ///
  /// @param kind a word of `metrics.traffic.TrafficEvent.Kind`, or [#FIRING] or [#RESOLVED]
  /// @param source the upstream, the SLO class of an alert, or `gateway`
  /// @param detail a sentence, or empty
  record Event(Instant at, String kind, String source, String detail)
      implements ServiceObservation {
    /// A burn-rate alert that the gateway evaluates fires; the detail has its severity and figures.
    public static final String FIRING = "alert_firing";

    /// It no longer fires; the detail has its severity.
    public static final String RESOLVED = "alert_resolved";
  }

  /// The electric energy of an upstream since its gateway started.
  ///
  /// @param joules energy over the known time
  /// @param knownSeconds time in which the power of all of its devices was known
  record Energy(Instant at, String upstream, double joules, double knownSeconds)
      implements ServiceObservation {}

  /// What the engines of an upstream report.
  ///
  /// @param figures their figures; of a line that was read, with the time 0
  /// @param pages addresses of the pages that they come from, without secrets; empty if unknown
  record Engine(Instant at, EngineFigures figures, List<String> pages)
      implements ServiceObservation {
    /// Copies the addresses.
    public Engine {
      pages = List.copyOf(pages);
    }

    /// Returns what identifies the engines among the observations of several gateways: the
    /// addresses of their pages, or the upstream's name if they are unknown.
    public String identity() {
      return pages.isEmpty()
          ? figures.upstream()
          : pages.stream().sorted().collect(Collectors.joining(" "));
    }
  }
}
