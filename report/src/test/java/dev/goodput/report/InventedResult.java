package dev.goodput.report;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.chart.RunChartData;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.ClientHealth.Cause;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.Latencies;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rates;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.result.Requests;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.result.SloResult;
import dev.goodput.metrics.result.Tokens;
import dev.goodput.metrics.result.Totals;
import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LogState;
import dev.goodput.record.Manifest;
import dev.goodput.record.TokenSource;
import dev.goodput.report.server.RunServers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Results with figures written by hand, so that a picture of them changes only when the report
/// does.
public final class InventedResult {
  private static final Slo CHAT = Slo.parse("chat");

  private InventedResult() {}

  /// One level that meets `chat`.
  public static ReportInput good() {
    return of(List.of(level(0, Double.valueOf(8), null, true, trusted(), 118, 8)));
  }

  /// One level that answered fewer in its window than arrived in it.
  public static ReportInput slowDrain() {
    return of(List.of(level(0, Double.valueOf(8), null, true, trusted(), 118, 7.5)));
  }

  /// One level that answered so many per second in its window.
  public static ReportInput ended(double rps) {
    return of(List.of(level(0, Double.valueOf(8), null, true, trusted(), 118, rps)));
  }

  /// One level that misses `chat` by its TTFT.
  public static ReportInput missing() {
    return missingAt(8);
  }

  /// The same at another rate.
  public static ReportInput missingAt(double rate) {
    return of(List.of(level(0, Double.valueOf(rate), null, false, trusted(), 2310, 8)));
  }

  /// One level whose client was too slow.
  public static ReportInput clientBound() {
    return late(ClientHealth.Verdict.CLIENT_BOUND);
  }

  /// One level whose client was slow, by a verdict of its own.
  public static ReportInput late(ClientHealth.Verdict verdict) {
    return late(
        verdict,
        List.of(
            new Cause(
                "schedule lag p99 38 ms (19 % of the TTFT bound of 200 ms), limit 5 ms",
                "use more cores or a lower rate")));
  }

  /// One level whose client was slow for these causes.
  public static ReportInput late(ClientHealth.Verdict verdict, List<Cause> causes) {
    ClientHealth late = client(verdict, causes);
    return of(List.of(level(0, Double.valueOf(8), null, true, late, 118, 8)));
  }

  /// Three levels of a closed loop, the second the best.
  public static ReportInput levels() {
    return of(
        List.of(
            level(0, null, 1, true, trusted(), 97, 0.5),
            level(1, null, 16, true, trusted(), 118, 8),
            level(2, null, 64, false, trusted(), 2310, 32)));
  }

  /// Levels of a closed loop that end with their 262 requests, the last before all of its users had
  /// a turn.
  public static ReportInput many() {
    return many(300, true);
  }

  /// Such levels, the last of so many users, which meets `chat` or does not.
  public static ReportInput many(int users, boolean met) {
    return of(
        List.of(
            level(0, null, 16, true, trusted(), 118, 8),
            level(1, null, users, met, trusted(), met ? 118 : 1310, 9)));
  }

  /// Levels of a closed loop of which the last two were cut short, the second while it met `chat`.
  public static ReportInput cutShort() {
    List<LevelResult> levels = levels().result().levels();
    return of(List.of(levels.getFirst(), stopped(levels.get(1)), stopped(levels.getLast())));
  }

  /// Levels of a closed loop, the second with rates of the whole run.
  public static ReportInput shortWindow() {
    List<LevelResult> levels = levels().result().levels();
    LevelResult second = levels.get(1);
    LevelResult.Window window = window(LevelEnded.Ending.COUNTED);
    LevelResult.Window whole =
        new LevelResult.Window(
            window.runBeginNanos(),
            window.runEndNanos(),
            window.beginNanos(),
            window.endNanos(),
            window.warmup(),
            true,
            window.ending());
    return of(
        List.of(
            levels.getFirst(),
            changed(
                second, second.sloMet(), second.bounds(), whole, second.tokens(), second.goodput()),
            levels.getLast()));
  }

  /// Two levels of a closed loop with a client that was too slow, and one with a good one.
  public static ReportInput boundAtSome() {
    ClientHealth late = late(ClientHealth.Verdict.CLIENT_BOUND).result().client();
    return of(
        List.of(
            level(0, null, 1, true, late, 97, 0.5),
            level(1, null, 4, true, trusted(), 118, 2),
            level(2, null, 64, true, late, 118, 8)));
  }

  /// Two levels of a closed loop that both miss `chat`.
  public static ReportInput missingLevels() {
    return of(
        List.of(
            level(0, null, 1, false, trusted(), 1310, 0.5),
            level(1, null, 4, false, trusted(), 2310, 2)));
  }

  private static ReportInput of(List<LevelResult> levels) {
    boolean met = levels.stream().anyMatch(level -> Boolean.TRUE.equals(level.sloMet()));
    SloResult slo = new SloResult(CHAT.expression(), "chat", CHAT.source(), 0.95, met);
    RunResult result = new RunResult(levels, slo, levels.getFirst().client(), List.of(), null);
    Manifest manifest =
        Manifest.empty()
            .with("target.profile", "h100/llama-3.1-8b")
            .with("run.workload", "azure-conv")
            .with("run.seed", 42);
    return new ReportInput(
        manifest,
        result,
        AnalysisOptions.DEFAULTS.withSlo(CHAT),
        new RunChartData(List.of()),
        _ -> {},
        Path.of("runs/20261121-0214-azure-conv"),
        new LogState.Complete(1),
        RunServers.NONE,
        List.of(),
        List.of(),
        null);
  }

  /// A client that can be believed.
  public static ClientHealth trusted() {
    return client(ClientHealth.Verdict.TRUSTED, List.of());
  }

  private static ClientHealth client(ClientHealth.Verdict verdict, List<Cause> causes) {
    return new ClientHealth(
        verdict,
        causes,
        List.of(),
        values(240, 0.02, 0.018, 0.03, 0.034, 0.041, 0.09),
        values(900, 0.06, 0.05, 0.08, 0.09, 0.1, 0.3),
        null,
        0.09,
        0.31,
        0L,
        0,
        1.0);
  }

  /// A distribution of hand-written figures in milliseconds.
  public static Distribution values(
      long count,
      double mean,
      double p50,
      double p90,
      double p95,
      @Nullable Double p99,
      double max) {
    return new Distribution(
        true, count, mean, mean / 3, p50 / 2, p50, p90, p95, p99, null, max, 7.2);
  }

  private static LevelResult level(
      int level,
      @Nullable Double rate,
      @Nullable Integer users,
      boolean met,
      ClientHealth client,
      double ttftP95,
      double load) {
    List<BoundResult> bounds = bounds(met, ttftP95);
    return new LevelResult(
        level,
        client,
        met,
        bounds,
        List.of(),
        load(rate, users),
        window(users == null ? LevelEnded.Ending.COMPLETE : LevelEnded.Ending.COUNTED),
        null,
        null,
        totals(),
        requests(),
        latencies(ttftP95),
        rates(load),
        new LevelResult.Reliability(2.0 / 240, 0.001, 1.0),
        tokens(),
        goodput(met),
        new Reading(5, 0.001, values(238, 12, 0, 20, 90, 240.0, 420), 0.3, 0.01, 0.008, 14, 21.3),
        null,
        new LevelResult.Lengths(1112.0, 1113.0, 201.0, 203.0),
        List.of(new LevelResult.Promise(95, 72, 2388, 5.02)),
        List.of(),
        List.of());
  }

  private static Totals totals() {
    return new Totals(
        262,
        262,
        260,
        2,
        0,
        0,
        262,
        0,
        291_200,
        52_830,
        true,
        true,
        new TreeMap<>(Map.of("ok", 260L, "http_error", 2L)),
        new TreeMap<>(Map.of(503, 2L)),
        0,
        new TreeSet<>());
  }

  /// A level whose bounds fared otherwise; it misses them.
  public static LevelResult missing(LevelResult level, List<BoundResult> bounds) {
    return changed(level, false, bounds, level.window(), level.tokens(), level.goodput());
  }

  private static LevelResult stopped(LevelResult level) {
    LevelResult.Window window = window(LevelEnded.Ending.STOPPED);
    return changed(level, level.sloMet(), level.bounds(), window, level.tokens(), level.goodput());
  }

  /// A level of which nothing was judged.
  public static LevelResult unjudged(LevelResult level) {
    Goodput none = new Goodput(null, null, null, null, null, null, null, null, 0, 0, null);
    return changed(level, null, level.bounds(), level.window(), level.tokens(), none);
  }

  /// A level in whose window no token came, so that nothing was delivered.
  public static LevelResult silent(LevelResult level) {
    Goodput none = new Goodput(0.0, 0.0, .971, 0.0, 0.0, null, 0.0, .97, 233, 47_130, null);
    return changed(level, level.sloMet(), level.bounds(), level.window(), level.tokens(), none);
  }

  /// The level of [#good()] with other token counts.
  public static LevelResult counted(Tokens tokens) {
    LevelResult level = good().result().levels().getFirst();
    return changed(level, false, level.bounds(), level.window(), tokens, level.goodput());
  }

  private static LevelResult changed(
      LevelResult level,
      @Nullable Boolean met,
      List<BoundResult> bounds,
      LevelResult.Window window,
      Tokens tokens,
      @Nullable Goodput goodput) {
    return new LevelResult(
        level.level(),
        level.client(),
        met,
        bounds,
        level.classes(),
        level.load(),
        window,
        level.backlog(),
        level.turns(),
        level.totals(),
        level.requests(),
        level.latencies(),
        level.rates(),
        level.reliability(),
        tokens,
        goodput,
        level.reading(),
        level.cost(),
        level.lengths(),
        level.promises(),
        level.warnings(),
        level.faults());
  }

  private static List<BoundResult> bounds(boolean met, double ttftP95) {
    Bound first = CHAT.bounds().getFirst();
    Bound second = CHAT.bounds().getLast();
    return List.of(
        new BoundResult(first, 240, outside(2, met ? 2 : 82), 0.95, met, ttftP95, 238),
        new BoundResult(second, 240, outside(1, 0), 0.95, true, 12.1, 238));
  }

  /// Requests outside a bound that failed or were slower; nobody waited behind a cap.
  public static BoundResult.Outside outside(long failed, long slower) {
    return new BoundResult.Outside(failed, 0, 0, slower, 0);
  }

  private static LevelResult.Load load(@Nullable Double rate, @Nullable Integer users) {
    return new LevelResult.Load(
        users == null ? "poisson" : "closed",
        null,
        rate,
        rate,
        rate,
        users,
        null,
        rate == null ? null : Double.valueOf(1.01),
        rate == null ? null : Double.valueOf(1.02),
        null,
        null,
        null,
        null);
  }

  private static LevelResult.Window window(LevelEnded.Ending ending) {
    return new LevelResult.Window(
        0,
        30_000_000_000L,
        2_100_000_000L,
        29_500_000_000L,
        "five mean request durations",
        false,
        ending);
  }

  private static Requests requests() {
    return new Requests(
        240, 240, 238, 0, 2, 0, 0, 0, 0, new TreeMap<>(Map.of("ok", 238L, "http_error", 2L)));
  }

  private static Rates rates(double load) {
    return new Rates(
        load * 0.99,
        1113 * load,
        201.5 * load,
        1314.5 * load,
        201.9 * load,
        106.4,
        2.08 * load,
        (long) (3 * load),
        null,
        null);
  }

  private static Tokens tokens() {
    return new Tokens(
        267_090,
        48_410,
        null,
        null,
        null,
        new TreeMap<>(Map.of(TokenSource.USAGE, 240L)),
        ItlSource.CHUNKS,
        48_402,
        0.004,
        new TreeMap<>(Map.of("ok", 48_360L, "http_error", 50L)),
        0.0006,
        -0.0002);
  }

  private static Goodput goodput(boolean met) {
    return new Goodput(
        7.7,
        1571.0,
        met ? 0.971 : 0.65,
        1565.2,
        met ? 1612.5 : 0,
        0.97,
        1590.0,
        0.992,
        233,
        47_130,
        null);
  }

  private static Latencies latencies(double ttftP95) {
    Distribution ttft = values(238, 66.2, 61.4, 94.1, ttftP95, ttftP95 * 1.7, ttftP95 * 2.4);
    Distribution e2el = values(238, 2104, 1712, 4021, 4611, 6099.0, 7530);
    Latencies.Twin twin = new Latencies.Twin(ttft, e2el);
    Distribution gaps = values(48_122, 9.63, 9.02, 12.4, 14.1, 22.2, 281);
    SortedMap<LatencyMetric, Distribution> byMetric = new TreeMap<>();
    byMetric.put(LatencyMetric.TTFT, ttft);
    byMetric.put(LatencyMetric.TPOT, values(237, 9.41, 9.12, 11.2, 12.1, 14.3, 19.8));
    byMetric.put(LatencyMetric.ITL, gaps);
    byMetric.put(LatencyMetric.CHUNK_GAP, gaps);
    byMetric.put(LatencyMetric.GENERATION_TIME, values(238, 2038, 1651, 3940, 4520, 6010.0, 7401));
    byMetric.put(LatencyMetric.E2EL, e2el);
    byMetric.put(LatencyMetric.FIRST_BYTE, values(238, 65.9, 61.1, 93.8, 117.2, 200.1, 283));
    byMetric.put(LatencyMetric.FIRST_ANSWER, ttft);
    byMetric.put(LatencyMetric.GATEWAY_WAIT, values(238, 0.13, 0.12, 0.15, 0.16, 0.21, 0.4));
    return new Latencies(byMetric, twin, twin, 1);
  }
}
