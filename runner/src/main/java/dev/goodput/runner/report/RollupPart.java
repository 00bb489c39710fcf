package dev.goodput.runner.report;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.chart.RunChartData;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.tally.SloSums;
import dev.goodput.metrics.traffic.Abandonment;
import dev.goodput.record.LogState;
import dev.goodput.record.Manifest;
import dev.goodput.report.ReportInput;
import dev.goodput.report.server.RunServers;
import dev.goodput.report.words.Figures;
import dev.goodput.runner.AppException;
import dev.goodput.telemetry.EventVerdict;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupArchive;
import dev.goodput.telemetry.RollupCount;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.RollupRange;
import dev.goodput.telemetry.RollupResult;
import dev.goodput.telemetry.SparseHistogram;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The part of roll-ups that is reported. Null stands for all.
///
/// @param from the start in UTC, such as 2026-11-27T10:00:00Z
/// @param to the end in UTC
/// @param tenant only this tenant
/// @param model only this model
/// @param route only this route
/// @param sloClass only this SLO class
public record RollupPart(
    @Nullable String from,
    @Nullable String to,
    @Nullable String tenant,
    @Nullable String model,
    @Nullable String route,
    @Nullable String sloClass) {
  private static final long MINUTE = 60_000;
  private static final long MIN_GAP = 10 * MINUTE;
  private static final List<Duration> BURN_WINDOWS =
      List.of(
          Duration.ofMinutes(5),
          Duration.ofHours(1),
          Duration.ofHours(6),
          Duration.ofDays(1),
          Duration.ofDays(3),
          Duration.ofDays(28));

  /// Returns the report of roll-ups.
  ///
  /// @throws AppException.Usage if they hold no such part, or were not judged by the SLO
  public RunReport report(RollupPlace place, Judgement judgement) {
    RollupArchive archive = place.archive(range());
    RollupArchive.Cover cover = cover(archive, place);
    RollupKey key = key();
    Rollup all = sum(archive, key, cover);
    if (all.get(RollupCount.REQUESTS) + all.get(RollupCount.TOO_LATE) == 0) {
      throw new AppException.Usage(
          "no request of %s ended from %s to %s in %s%s"
              .formatted(
                  key,
                  Instant.ofEpochMilli(cover.fromMillis()),
                  Instant.ofEpochMilli(cover.untilMillis()),
                  place,
                  known(archive)));
    }
    AnalysisOptions options = judgement.options();
    Slo slo = options.slo();
    if (slo != null && !all.slos().containsKey(EventVerdict.id(slo))) {
      throw new AppException.Usage(
          "--slo %s: no request of %s was judged by it when it ended%s; write the SLO as the"
                  .formatted(slo.expression(), key, ids(all))
              + " gateways have it");
    }
    if (slo != null && isMixed(all)) {
      key = judgedKey(archive, cover, slo, all);
      all = sum(archive, key, cover);
    }
    SortedMap<Long, Rollup> windows = archive.sums(key, cover);
    double seconds = (cover.untilMillis() - cover.fromMillis()) / 1e3;
    RunResult result =
        RollupResult.of(all, seconds, slo, options.attainmentTarget(), options.paceTps());
    return RunReport.of(
        new ReportInput(
            judgement.addTo(manifest(archive, cover, key)),
            result,
            options,
            new RunChartData(List.of(RollupResult.chart(windows, cover, slo))),
            consumer -> {},
            Path.of(place.toString()),
            new LogState.Complete(1),
            RunServers.NONE,
            notes(all, archive, cover, options, key, budget(archive, cover, options, key)),
            List.of(),
            null));
  }

  /// Returns the roll-ups of the time, with sets of labels only where the sums are made of them.
  private RollupRange range() {
    return new RollupRange(
        from == null ? Long.MIN_VALUE : millis("--from", from),
        to == null ? Long.MAX_VALUE : millis("--to", to),
        Integer.bitCount(key().mask()) > 1);
  }

  private static Rollup sum(RollupArchive archive, RollupKey key, RollupArchive.Cover cover) {
    boolean coarse = cover.longestMillis() > MINUTE;
    Rollup sum = new Rollup(coarse ? SparseHistogram.COARSE_BITS : SparseHistogram.FINE_BITS);
    archive.sums(key, cover).values().forEach(sum::addAll);
    return sum;
  }

  /// Returns whether the sums hold requests of several SLOs, or of one and of none.
  private static boolean isMixed(Rollup sums) {
    return sums.slos().size() > 1 || sums.get(RollupCount.WITHOUT_SLO) > 0;
  }

  /// Returns the key of the SLO's class: latencies and failures are not stored by SLO.
  private RollupKey judgedKey(
      RollupArchive archive, RollupArchive.Cover cover, Slo slo, Rollup all) {
    int id = EventVerdict.id(slo);
    if (sloClass != null) {
      throw new AppException.Usage(
          "--slo %s: not all requests of %s were judged by it; choose with --from and --to a time"
                  .formatted(slo.expression(), key())
              + " in which the class had this SLO");
    }
    List<RollupKey> judged =
        archive.values(RollupKey.SLO_CLASS).stream()
            .map(this::key)
            .filter(each -> sum(archive, each, cover).slos().containsKey(id))
            .toList();
    if (judged.size() == 1) {
      Rollup found = sum(archive, judged.getFirst(), cover);
      long requests = Objects.requireNonNull(all.slos().get(id)).total();
      if (!isMixed(found) && Objects.requireNonNull(found.slos().get(id)).total() == requests) {
        return judged.getFirst();
      }
    }
    throw new AppException.Usage(
        "--slo %s: not all requests of %s were judged by it, and latencies are not stored by SLO;"
                .formatted(slo.expression(), key())
            + " add --slo-class to report the requests of one class"
            + names("SLO classes", archive.values(RollupKey.SLO_CLASS)));
  }

  private RollupArchive.Cover cover(RollupArchive archive, RollupPlace place) {
    long begin = from == null ? archive.firstMillis() : millis("--from", from);
    long end = to == null ? archive.endMillis() : millis("--to", to);
    if (end <= begin) {
      throw new AppException.Usage(
          "--to must be after the start, %s; found %s"
              .formatted(Instant.ofEpochMilli(begin), Instant.ofEpochMilli(end)));
    }
    return found(archive, begin, end)
        .orElseThrow(() ->
            new AppException.Usage(
                "%s holds no windows that cover %s to %s; its shortest, of %s, cover %s to %s"
                    .formatted(
                        place,
                        Instant.ofEpochMilli(begin),
                        Instant.ofEpochMilli(end),
                        Figures.span(archive.shortestMillis() / 1e3),
                        Instant.ofEpochMilli(archive.firstMillis()),
                        Instant.ofEpochMilli(archive.endMillis()))));
  }

  private static Optional<RollupArchive.Cover> found(RollupArchive archive, long begin, long end) {
    try {
      return archive.cover(begin, end);
    } catch (IllegalArgumentException e) {
      throw new AppException.Usage(
          "%s to %s is %s of the roll-ups; choose a shorter time with --from and --to"
              .formatted(Instant.ofEpochMilli(begin), Instant.ofEpochMilli(end), e.getMessage()));
    }
  }

  private static long millis(String option, String text) {
    try {
      return Instant.parse(text.length() == 10 ? text + "T00:00:00Z" : text).toEpochMilli();
    } catch (DateTimeParseException e) {
      throw new AppException.Usage(
          "%s must be a date or a UTC time such as 2026-11-27T00:00:00Z, found %s"
              .formatted(option, text));
    }
  }

  private RollupKey key() {
    return key(sloClass);
  }

  /// Returns the key of the options, but of another SLO class.
  private RollupKey key(@Nullable String sloClass) {
    int mask =
        (tenant == null ? 0 : RollupKey.TENANT)
            | (model == null ? 0 : RollupKey.MODEL)
            | (route == null ? 0 : RollupKey.ROUTE)
            | (sloClass == null ? 0 : RollupKey.SLO_CLASS);
    return new RollupKey(mask, or(tenant), or(model), or(route), or(sloClass));
  }

  private static String or(@Nullable String name) {
    return name == null ? "" : name;
  }

  /// Returns the values of the first label that was given.
  private String known(RollupArchive archive) {
    if (tenant != null) {
      return names("tenants", archive.values(RollupKey.TENANT));
    }
    if (model != null) {
      return names("models", archive.values(RollupKey.MODEL));
    }
    if (route != null) {
      return names("routes", archive.values(RollupKey.ROUTE));
    }
    return sloClass == null ? "" : names("SLO classes", archive.values(RollupKey.SLO_CLASS));
  }

  private static String names(String what, List<String> values) {
    return "; its %s are %s".formatted(what, String.join(", ", values.stream().limit(10).toList()));
  }

  private static String ids(Rollup all) {
    return all.slos().isEmpty() ? "; none was judged" : "";
  }

  private Manifest manifest(RollupArchive archive, RollupArchive.Cover cover, RollupKey key) {
    List<String> models = archive.values(RollupKey.MODEL);
    String named = model != null ? model : models.size() == 1 ? models.getFirst() : "several";
    Manifest manifest =
        Manifest.empty()
            .with("run.started", Instant.ofEpochMilli(cover.fromMillis()).toString())
            .with("target.model", named.isEmpty() ? "several" : named);
    return key.mask() == 0 ? manifest : manifest.with("run.workload", key.toString());
  }

  /// Returns the burn rates of the error budget up to the end, over the windows that the file
  /// covers: share of misses ÷ the share that the target allows.
  private Optional<String> budget(
      RollupArchive archive, RollupArchive.Cover cover, AnalysisOptions options, RollupKey key) {
    Slo slo = options.slo();
    double allowed = 1 - options.attainmentTarget();
    if (slo == null || allowed <= 0) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    for (Duration length : BURN_WINDOWS) {
      long end = cover.untilMillis();
      found(archive, end - length.toMillis(), end)
          .ifPresent(each -> {
            SloSums sums = new SloSums();
            archive
                .sums(key, each)
                .values()
                .forEach(part -> {
                  SloSums judged = part.slos().get(EventVerdict.id(slo));
                  if (judged != null) {
                    sums.addAll(judged);
                  }
                });
            if (sums.total() > 0) {
              double missed = (double) (sums.total() - sums.good()) / sums.total();
              parts.add(
                  Figures.number(missed / allowed)
                      + " in "
                      + Figures.span((double) length.toSeconds()));
            }
          });
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "error budget of %s: burn rate %s up to the end"
                .formatted(Figures.share(allowed), String.join(", ", parts)));
  }

  private List<String> notes(
      Rollup all,
      RollupArchive archive,
      RollupArchive.Cover cover,
      AnalysisOptions options,
      RollupKey key,
      Optional<String> budget) {
    List<String> notes = new ArrayList<>();
    budget.ifPresent(notes::add);
    if (!key.equals(key())) {
      notes.add("only %s: requests of other classes have another SLO or none".formatted(key));
    }
    gaps(archive.gaps(cover, MIN_GAP)).ifPresent(notes::add);
    notes.add(
        "from %s of many gateways; requests count where they ended".formatted(windows(cover)));
    notes.add(
        "percentiles are not exact: within %s"
            .formatted(cover.longestMillis() > MINUTE ? "0.05 %" : "0.01 %"));
    long late = all.get(RollupCount.TOO_LATE);
    if (late > 0) {
      notes.add(Figures.counted(late, "attempt") + " came too late for every figure");
    }
    Abandonment waits = all.abandonment();
    long gone = waits.left() + waits.timedOut();
    if (gone > 0) {
      notes.add(
          "TTFT including %s without a token: %s"
              .formatted(Figures.counted(gone, "request"), percentiles(waits)));
    }
    long cost = all.get(RollupCount.COST_NANOS);
    if (cost > 0) {
      notes.add(
          "cost: %s in the currency of the gateways' price lists, for %s of %s"
              .formatted(
                  Figures.number(cost / 1e9),
                  Figures.count(all.get(RollupCount.PRICED_ATTEMPTS)),
                  Figures.counted(all.get(RollupCount.ATTEMPTS), "attempt")));
    }
    if (options.slo() == null && !all.slos().isEmpty()) {
      notes.add(
          "goodput is by %s of the gateways; --slo EXPRESSION shows the bounds of one"
              .formatted(Figures.counted(all.slos().size(), "SLO")));
    }
    return notes;
  }

  private static Optional<String> gaps(List<RollupArchive.Gap> gaps) {
    return gaps.stream()
        .max(Comparator.comparingLong(RollupArchive.Gap::lengthMillis))
        .map(longest ->
            ("no roll-up of any traffic for %s (the longest gap: %s to %s): no requests ended, or"
                    + " the gateways or the job did not run; rates include this time")
                .formatted(
                    Figures.span(
                        gaps.stream().mapToLong(RollupArchive.Gap::lengthMillis).sum() / 1e3),
                    Instant.ofEpochMilli(longest.fromMillis()),
                    Instant.ofEpochMilli(longest.untilMillis())));
  }

  private static String percentiles(Abandonment waits) {
    List<String> parts = new ArrayList<>();
    add("p50", waits.p50Ms(), parts);
    add("p95", waits.p95Ms(), parts);
    add("p99", waits.p99Ms(), parts);
    return String.join(", ", parts);
  }

  private static void add(String name, @Nullable Double millis, List<String> parts) {
    parts.add(name + " " + (millis == null ? Figures.ABSENT : Figures.duration(millis)));
  }

  private static String windows(RollupArchive.Cover cover) {
    Map<Long, Long> byLength =
        cover.windows().stream()
            .collect(
                Collectors.groupingBy(
                    RollupArchive.Window::lengthMillis, TreeMap::new, Collectors.counting()));
    return byLength.entrySet().stream()
        .map(each ->
            Figures.counted(each.getValue(), "roll-up")
                + " of "
                + Figures.span(each.getKey() / 1e3))
        .collect(Collectors.joining(", "));
  }
}
