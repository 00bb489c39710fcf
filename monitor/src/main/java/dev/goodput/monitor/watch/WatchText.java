package dev.goodput.monitor.watch;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.interval.ShareBounds;
import dev.goodput.report.words.Figures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The text that a watch prints before its first probe and after its last.
///
/// @param probe the schedule of the probes
/// @param slo the SLO as the user typed it
/// @param attainment the share of good requests that the SLO requires
/// @param words formats points in time
record WatchText(ProbeSchedule probe, String slo, double attainment, ProbeText words) {
  private static final double ONE_SIDED = .975;

  private static final double HOUR = 3600;
  private static final int MAX_OUTAGES = 20;

  /// Returns the lower end of the exact 95 % interval of a share.
  static double low(long good, long all) {
    return ShareBounds.lower((double) good, (double) all, ONE_SIDED);
  }

  /// Returns the upper end of that interval.
  static double high(long good, long all) {
    return ShareBounds.upper((double) good, (double) all, ONE_SIDED);
  }

  /// Returns a description of the watch and of the load that it adds.
  List<String> begin(List<ProbeTarget> sites, @Nullable String page) {
    List<String> lines = new ArrayList<>();
    for (ProbeTarget site : sites) {
      lines.add("watching " + site.name() + ", model " + site.model());
    }
    double everySeconds = probe.everyNanos() / 1e9;
    double perHour = probe.requests() * HOUR / everySeconds;
    String probes = probe.probes() == 0 ? "" : ", " + Figures.counted(probe.probes(), "probe");
    lines.add(
        "%s every %s%s"
            .formatted(
                Figures.counted(probe.requests(), "request"), Figures.span(everySeconds), probes));
    lines.add(
        "adds %s per hour, with %s input and at most %s output tokens%s"
            .formatted(
                Figures.counted(Math.round(perHour), "request"),
                Figures.count(Math.round(perHour * probe.inputTokens())),
                Figures.count(Math.round(perHour * probe.outputTokens())),
                sites.size() == 1 ? "" : ", on each server"));
    if (page != null) {
      lines.add("live page " + page);
    }
    return lines;
  }

  /// Returns the summary of one server.
  List<String> end(TargetHistory watched) {
    TargetTally tally = watched.tally();
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: %s, %s"
            .formatted(
                watched.site().name(),
                Figures.counted(tally.probes(), "probe"),
                Figures.counted(tally.requests(), "request")));
    if (tally.probes() == 0) {
      return lines;
    }
    lines.add("  answered    " + share(tally.answeredProbes(), tally.probes(), "probe"));
    lines.add("  SLO %-7s %s".formatted(slo, share(tally.good(), tally.requests(), "request")));
    lines.add("              " + verdict(tally.good(), tally.requests()));
    lines.add("  TTFT        " + spread(tally.ttft()));
    lines.add("  gap         " + spread(tally.gaps()));
    if (tally.failed() > 0) {
      List<String> kinds = new ArrayList<>();
      tally.byOutcome().forEach((key, count) -> kinds.add(Figures.count(count) + " " + key));
      lines.add("  outcomes    " + String.join(", ", kinds));
    }
    outages(watched.outages(), lines);
    if (tally.late() > 0) {
      lines.add(
          "  late        %s sent late by this machine, not by the server"
              .formatted(Figures.counted(tally.late(), "request")));
    }
    lines.add(
        "  load added  %s tokens in, %s out"
            .formatted(Figures.count(tally.inputTokens()), Figures.count(tally.outputTokens())));
    return lines;
  }

  private static String share(long good, long all, String one) {
    return "%s of %s (95 %% interval %s to %s)"
        .formatted(
            Figures.share((double) good / all),
            Figures.counted(all, one),
            Figures.share(low(good, all)),
            Figures.share(high(good, all)));
  }

  /// Returns whether the share meets the target, and whether the number of requests suffices to
  /// show it.
  private String verdict(long good, long all) {
    String requested = Figures.share(attainment);
    if ((double) good / all < attainment) {
      return high(good, all) < attainment
          ? "misses " + requested + " (95 % confidence)"
          : "misses " + requested + " here; too few requests for 95 % confidence";
    }
    return low(good, all) >= attainment
        ? "meets " + requested + " (95 % confidence)"
        : "meets " + requested + " here; too few requests for 95 % confidence";
  }

  private static String spread(@Nullable Distribution found) {
    if (found == null) {
      return "none";
    }
    List<String> parts = new ArrayList<>();
    if (found.p50() != null) {
      parts.add("p50 " + Figures.duration(found.p50()));
    }
    if (found.p95() != null) {
      parts.add("p95 " + Figures.duration(found.p95()));
    }
    parts.add("longest " + Figures.duration(found.max()));
    return String.join(", ", parts) + " of " + Figures.count(found.count());
  }

  private void outages(List<Outage> outages, List<String> lines) {
    if (outages.isEmpty()) {
      return;
    }
    double least = outages.stream().mapToDouble(Outage::minSeconds).sum();
    double most = outages.stream().mapToDouble(Outage::maxSeconds).sum();
    lines.add(
        "  outages     %s, %s in all"
            .formatted(Figures.count(outages.size()), ProbeText.between(least, most)));
    int from = Math.max(0, outages.size() - MAX_OUTAGES);
    for (Outage each : outages.subList(from, outages.size())) {
      String until = each.over() ? words.time(each.backNanos()) : "now";
      String line =
          "    %s to %s, %s: %s"
              .formatted(words.time(each.firstNanos()), until, ProbeText.lasted(each), each.why());
      lines.add(
          line.length() <= words.columns() ? line : line.substring(0, words.columns() - 1) + "…");
    }
  }
}
