package dev.goodput.report;

import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.chart.RunChartData;
import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.LogState;
import dev.goodput.record.Manifest;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import dev.goodput.report.server.RunServers;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/// Invented runs, analysed for real, one of each kind that a report has to tell well.
public final class SampleRuns {
  private static final long KILLED_NANOS = 20_000_000_000L;
  private static final LogState WHOLE = new LogState.Complete(1);

  private static final AnalysisOptions CHAT = AnalysisOptions.DEFAULTS.withSlo(Slo.parse("chat"));

  /// A warm-up that leaves nothing of any of these runs.
  public static final AnalysisOptions NOTHING_LEFT =
      CHAT.withWarmup(new Warmup.Fixed(3_600_000_000_000L));

  private SampleRuns() {}

  /// One open-loop level that meets its SLO.
  public static ReportInput good() {
    return of(new InventedLog(InventedLog.Shape.GOOD).open(0, 8, 0), CHAT);
  }

  /// The same server, judged otherwise.
  public static ReportInput good(AnalysisOptions options) {
    return of(new InventedLog(InventedLog.Shape.GOOD).open(0, 8, 0), options);
  }

  /// A run of another shape and load, judged by the `chat` preset.
  public static ReportInput chat(InventedLog log) {
    return of(log, CHAT);
  }

  /// One level that misses its SLO by far, with failures.
  public static ReportInput missing() {
    InventedLog.Shape shape = new InventedLog.Shape(30, 0.06, 0.03, 0, true, "no slot, try later");
    return of(new InventedLog(shape).open(0, 40, 0), CHAT);
  }

  /// A server that is asked for three times as much as it can answer.
  public static ReportInput outrun() {
    return of(outrunning(), CHAT);
  }

  /// The same without an SLO.
  public static ReportInput outrunUnjudged() {
    return of(outrunning(), AnalysisOptions.DEFAULTS);
  }

  private static InventedLog outrunning() {
    InventedLog.Shape shape = new InventedLog.Shape(30, 0, 0.03, 0, true, "");
    return new InventedLog(shape).serving(4).open(0, 12, 0);
  }

  /// A hop that makes one piece of most streams.
  public static ReportInput mostlyWhole() {
    InventedLog.Shape shape = new InventedLog.Shape(30, 0, 0.03, 0, true, "");
    return of(new InventedLog(shape).wholeExcept(9).open(0, 20, 0), CHAT);
  }

  /// A client that was too slow.
  public static ReportInput clientBound() {
    InventedLog.Shape shape = new InventedLog.Shape(20, 0, 38, 0, true, "");
    return of(new InventedLog(shape).open(0, 8, 0), CHAT);
  }

  /// Requests that waited behind a cap that was asked for.
  public static ReportInput capped() {
    InventedLog.Shape shape = new InventedLog.Shape(20, 0, 0.03, 4500, true, "");
    return of(new InventedLog(shape).open(0, 8, 4), CHAT);
  }

  /// Users' own traffic, which a gateway saw.
  public static ReportInput observed() {
    return of(new InventedLog(InventedLog.Shape.GOOD).observed(8), CHAT, listened());
  }

  /// Users' own traffic of two SLO classes, of which every other request misses its own.
  public static ReportInput classes() {
    LogSource log =
        PassedLog.of(
            new InventedLog(InventedLog.Shape.GOOD).failing(0).observed(8),
            request -> request.id() % 2 == 0 ? "patient" : "hurried");
    SortedMap<String, Slo> slos = new TreeMap<>();
    slos.put("hurried", Slo.parse("p95 ttft<=1ms"));
    slos.put("idle", Slo.parse("chat"));
    slos.put("patient", Slo.parse("p95 ttft<=60s"));
    return of(log, AnalysisOptions.DEFAULTS.withSloClasses(slos), listened());
  }

  /// The same through a gateway that was too slow.
  public static ReportInput gatewayBound() {
    InventedLog.Shape shape = new InventedLog.Shape(20, 0, 38, 0, true, "");
    return of(new InventedLog(shape).observed(8), CHAT, listened());
  }

  /// Four closed-loop levels.
  public static ReportInput levels() {
    InventedLog log = new InventedLog(new InventedLog.Shape(20, 0.004, 0.02, 0, true, "busy"));
    log.closed(0, 1).closed(1, 4).closed(2, 16).closed(3, 64);
    return of(log, CHAT);
  }

  /// Five runs of one load.
  public static ReportInput repeated() {
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD);
    for (int level = 0; level < 5; level++) {
      log.open(level, 8, 0);
    }
    return of(log, CHAT.withRepeated(true));
  }

  /// Five runs of one load, of which four miss the SLO and the last meets it.
  public static ReportInput oneLuckyRun() {
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD).failing(.2);
    for (int level = 0; level < 4; level++) {
      log.open(level, 8, 0);
    }
    ReportInput in = of(log.failing(0).open(4, 8, 0), CHAT.withRepeated(true));
    return in.with(in.manifest().with("run.max_error_rate", .5), in.notes());
  }

  /// Five runs of one load, in the second of which the client was the bottleneck.
  public static ReportInput repeatedButOne() {
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD).open(0, 8, 0);
    log.lagging(38).open(1, 8, 0).lagging(.03);
    return of(log.open(2, 8, 0).open(3, 8, 0).open(4, 8, 0), CHAT.withRepeated(true));
  }

  /// Three open-loop levels behind a cap.
  public static ReportInput cappedLevels() {
    InventedLog log = new InventedLog(new InventedLog.Shape(5, 0, 0.02, 0, true, ""));
    return of(log.open(0, 12.31, 64).open(1, 12.34, 64).open(2, 60.5, 64), CHAT);
  }

  /// More requests than the timeline holds.
  public static ReportInput many() {
    InventedLog.Shape shape = new InventedLog.Shape(30, 0.01, 0.03, 0, true, "busy");
    return of(new InventedLog(shape).open(0, 80, 0), CHAT);
  }

  /// A server that costs 3 USD an hour.
  public static ReportInput costly() {
    return good(CHAT.withCost(new Cost(3, "USD")));
  }

  /// A handful of requests: too few for most percentiles; no SLO.
  public static ReportInput few() {
    return few(AnalysisOptions.DEFAULTS);
  }

  /// A handful of requests, judged otherwise.
  public static ReportInput few(AnalysisOptions options) {
    InventedLog.Shape shape = new InventedLog.Shape(3, 0, 0.03, 0, true, "");
    return of(new InventedLog(shape).open(0, 4, 0), options);
  }

  /// A server that is not there.
  public static ReportInput refused(AnalysisOptions options) {
    InventedLog.Shape shape = new InventedLog.Shape(5, 1.1, 0.03, 0, true, "");
    return of(new InventedLog(shape).refusing().open(0, 8, 0), options);
  }

  /// One user with responses, then many users, some without responses.
  public static ReportInput crowded() {
    InventedLog.Shape shape = new InventedLog.Shape(10, 0, 0.03, 0, true, "busy");
    return of(new InventedLog(shape).closed(0, 1).failing(0.04).closed(1, 64), CHAT);
  }

  /// Answers that were not streamed: TTFT, TPOT and ITL do not exist.
  public static ReportInput notStreamed() {
    InventedLog.Shape shape = new InventedLog.Shape(20, 0.01, 0.03, 0, false, "busy");
    return of(new InventedLog(shape).open(0, 8, 0), AnalysisOptions.DEFAULTS);
  }

  /// Nothing but failures.
  public static ReportInput allFailed() {
    return allFailed(CHAT);
  }

  /// Nothing but failures, judged otherwise.
  public static ReportInput allFailed(AnalysisOptions options) {
    InventedLog.Shape shape = new InventedLog.Shape(10, 1.1, 0.03, 0, true, "out of memory");
    return of(new InventedLog(shape).open(0, 8, 0), options);
  }

  /// Names and messages that try to become markup, code or another cell.
  public static ReportInput hostile() {
    InventedLog.Shape shape =
        new InventedLog.Shape(
            10, 0.3, 0.03, 0, true, "</script><img src=x onerror=alert(1)>\u0000\",\n=1+1");
    return of(
        new InventedLog(shape).open(0, 8, 0),
        CHAT,
        manifest()
            .with(
                "target.model",
                "</script><img src=x onerror=\"document.title='owned'\">{{data}}<!--")
            .with("run.workload", "a|b`c`]]>*_&amp;")
            .with("run.command", "goodput bench --model '</script>' ```` $1 \\0"));
  }

  /// A run of which the end was lost.
  public static ReportInput torn() {
    ReportInput in = good();
    LogState torn = new LogState.Torn(30, 3, "ends inside a block");
    return new ReportInput(
        in.manifest(),
        in.result(),
        in.options(),
        in.charts(),
        in.log(),
        in.dir(),
        torn,
        in.servers(),
        List.of(),
        List.of(),
        null);
  }

  /// A server that tells no usage: what the client counts are pieces.
  public static ReportInput withoutUsage() {
    return counted(_ -> TokenCounts.NONE);
  }

  /// A server that fails nobody and tells other counts of tokens.
  public static ReportInput counted(Function<RequestRecord, TokenCounts> tokens) {
    return counted(new InventedLog(InventedLog.Shape.GOOD).failing(0).open(0, 8, 0), CHAT, tokens);
  }

  /// The run of a log with other counts of tokens.
  public static ReportInput counted(
      LogSource log, AnalysisOptions options, Function<RequestRecord, TokenCounts> tokens) {
    return of(sink -> log.read(entry -> sink.accept(counted(entry, tokens))), options);
  }

  private static LogEntry counted(LogEntry entry, Function<RequestRecord, TokenCounts> tokens) {
    return entry instanceof RequestRecord reported
        ? new RequestRecord(
            reported.id(),
            reported.level(),
            reported.attempt(),
            reported.last(),
            reported.streamed(),
            reported.start(),
            reported.requested(),
            reported.stamps(),
            reported.chunks(),
            tokens.apply(reported),
            reported.reasoningChunks(),
            reported.outcome())
        : entry;
  }

  /// A run that was killed after 20 s while all in its log were well served.
  public static ReportInput killed() {
    return killed(Slo.parse("chat"));
  }

  /// Such a run judged by that SLO.
  public static ReportInput killed(Slo slo) {
    InventedLog whole = new InventedLog(InventedLog.Shape.GOOD).failing(0).open(0, 8, 0);
    return of(log -> whole.read(entry -> unlessLater(entry, log)), CHAT.withSlo(slo));
  }

  // Who was in flight then is not in the log.
  private static void unlessLater(LogEntry entry, Consumer<? super LogEntry> log) {
    boolean there =
        switch (entry) {
          case LevelStarted _ -> true;
          case RequestRecord request -> request.stamps().endedNanos() <= KILLED_NANOS;
          case HealthSample sample -> sample.atNanos() <= KILLED_NANOS;
          case LevelEnded _ -> false;
        };
    if (there) {
      log.accept(entry);
    }
  }

  /// A run against a model of that name.
  public static ReportInput named(String model) {
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD).open(0, 8, 0);
    return of(log, CHAT, manifest().with("target.model", model));
  }

  /// All of them.
  public static List<ReportInput> all() {
    return List.of(
        good(),
        missing(),
        clientBound(),
        capped(),
        observed(),
        gatewayBound(),
        classes(),
        levels(),
        cappedLevels(),
        repeated(),
        oneLuckyRun(),
        repeatedButOne(),
        few(),
        notStreamed(),
        allFailed(),
        killed(),
        hostile());
  }

  /// A report of a log as it was analysed.
  public static ReportInput of(LogSource log, AnalysisOptions options) {
    return of(log, options, manifest());
  }

  private static ReportInput of(LogSource log, AnalysisOptions options, Manifest manifest) {
    RunResult result = Analysis.analyse(log, options);
    RunChartData charts = RunChartData.of(log, result, options);
    Path dir = Path.of("runs/20261121-0214-azure-conv");
    return new ReportInput(
        manifest,
        result,
        options,
        charts,
        log,
        dir,
        WHOLE,
        RunServers.NONE,
        List.of(),
        List.of(),
        null);
  }

  private static Manifest listened() {
    return manifest().with("run.command", "goodput gateway --upstream http://127.0.0.1:8000");
  }

  private static Manifest manifest() {
    return Manifest.empty()
        .with("goodput.version", "0.1.0")
        .with("run.id", "20261121-0214-azure-conv")
        .with("run.command", "goodput bench --workload azure-conv --rate 8 --slo chat")
        .with("run.seed", 42)
        .with("run.started", "2026-11-21T02:14:09Z")
        .with("run.workload", "azure-conv")
        .with("run.arrivals", "poisson")
        .with("run.levels", 1)
        .with("target.url", "http://127.0.0.1:8000")
        .with("target.model", "llama-3.1-8b")
        .with("target.endpoint", "chat")
        .with("target.server", "vLLM 0.11")
        .with("target.max_model_len", 8192)
        .with("probes.requests", 3)
        .with("probes.input_tokens", 96)
        .with("probes.output_tokens", 12)
        .with("host.name", "bench-1")
        .with("host.os", "Linux 6.8")
        .with("host.cpus", 8)
        .with("host.cpu_model", "AMD EPYC 7763")
        .with("host.memory_bytes", 33_000_000_000L)
        .with("host.java", "25.0.1");
  }
}
