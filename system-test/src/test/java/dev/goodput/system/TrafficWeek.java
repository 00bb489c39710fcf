package dev.goodput.system;

import dev.goodput.lab.AskOptions;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.VirtualTarget;
import dev.goodput.load.Cancellation;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.LoadSink;
import dev.goodput.load.Retry;
import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.simulator.engine.EngineStats;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.telemetry.metric.ExportInput;
import dev.goodput.telemetry.metric.MetricCatalogue;
import dev.goodput.telemetry.metric.MetricRow;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/// A week of a gateway's metrics, from Monday 0:00, in virtual time: the engine of the demo,
/// lengths of real conversations, and the gateway's own meter and metrics.
///
/// Normal traffic follows the hour and the day. 6 % of clients leave early, 0.3 % of requests fail,
/// bursts on Tuesday and Thursday make some requests slow, the gateway restarts on Wednesday and in
/// a quiet night with three requests an hour, of which every fourth fails.
final class TrafficWeek implements LoadSink {
  static final int DAYS = 7;

  /// The planted outage: Thursday from 14:00.
  static final long OUTAGE_SECONDS = hours(3, 14);

  static final long OUTAGE_LENGTH_SECONDS = 3600;

  private static final String PROFILE = "h100/llama-3.1-8b";
  private static final String UPSTREAM = "simulated-h100";
  private static final String CLASS = "chat";
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long SLOT_SECONDS = 600;

  /// Traffic by the hour of a weekday, as a share of the highest rate.
  private static final double[] SHARE = {
    .02, .01, .005, .005, .01, .05, .15, .4, .8, 1, 1, .95, .8, .9, 1, 1, .95, .8, .6, .5, .4, .3,
    .15, .06
  };

  private static final double WEEKEND = .3;
  private static final double LEAVE = .06;
  private static final double FAIL = .003;
  private static final long QUIET_FROM_SECONDS = hours(2, 1);
  private static final long QUIET_TO_SECONDS = hours(2, 5);
  private static final double QUIET_RATE = 3 / 3600.0;
  private static final int QUIET_FAILS = 4;
  private static final double BURST_RATE = 60;
  private static final double BURST_REQUESTS = 700;
  private static final Set<Long> BURSTS = Set.of(hours(1, 11), hours(3, 9) + 1200);

  /// Each restart takes ten seconds; the first one is in the quiet night.
  private static final List<Long> RESTARTS = List.of(hours(2, 2) + 55, hours(2, 13) + 415);

  private static final long RESTART_SECONDS = 10;

  private final double highestRate;
  private final int scrapeSeconds;
  private final boolean outage;
  private final long startSeconds;
  private final List<MetricRow> rows;
  private final Map<String, StringBuilder> series = new LinkedHashMap<>();
  private final SplittableRandom random = new SplittableRandom(31);
  private final TrafficPlan plan =
      TrafficPlan.DEFAULTS
          .withSlo(CLASS, Slo.parse("chat"))
          .withKnown(TrafficLabel.UPSTREAM, Set.of(UPSTREAM));
  private TrafficMeter meter = new TrafficMeter(plan);
  private int restarts;
  private long quietRequests;
  private long requests;

  /// @param highestRate requests per second in the busiest hour
  /// @param startSeconds the Monday, in seconds since 1970
  /// @param outage whether every request fails in an hour of Thursday
  /// @param metrics names of the metrics to write
  TrafficWeek(
      double highestRate,
      int scrapeSeconds,
      long startSeconds,
      boolean outage,
      Set<String> metrics) {
    this.highestRate = highestRate;
    this.scrapeSeconds = scrapeSeconds;
    this.startSeconds = startSeconds;
    this.outage = outage;
    this.rows =
        MetricCatalogue.ROWS.stream().filter(row -> metrics.contains(row.queryName())).toList();
  }

  private static long hours(int day, int hour) {
    return (24L * day + hour) * 3600;
  }

  /// Runs the week, and returns the scrapes of its metrics in the OpenMetrics text format.
  Iterable<StringBuilder> run() {
    PromptWriter lengthsAlone = PromptWriter.calibrated(PromptCalibration.DEFAULT).withoutText();
    BenchPlan bench =
        new BenchPlan(
            Workloads.find("azure-conv"),
            OpenOptions.of(1, lengthsAlone),
            List.of(new LevelPlan(new Arrivals.Stages(stages(), 1), 0, 0, 0, 0)),
            AskOptions.of(PROFILE),
            Retry.OFF,
            new Cancellation(LEAVE, 20, 0),
            Timeouts.NONE,
            null,
            0,
            1);
    try (VirtualTarget target = new VirtualTarget(EngineProfile.parse(PROFILE))) {
      target.sample(Duration.ofSeconds(1), this::second);
      target.run(bench, 0, bench.source(0), this);
    }
    return series.values();
  }

  /// Returns the number of requests that were recorded.
  long requests() {
    return requests;
  }

  private List<Arrivals.Stage> stages() {
    List<Arrivals.Stage> stages = new ArrayList<>();
    for (long at = 0; at < hours(DAYS, 0); at += SLOT_SECONDS) {
      double rate = rate(at);
      double burst = BURSTS.contains(at) ? BURST_REQUESTS * highestRate / BURST_RATE : 0;
      if (burst > 0) {
        stages.add(new Arrivals.Stage(BURST_RATE, BURST_RATE, burst));
      }
      stages.add(new Arrivals.Stage(rate, rate, SLOT_SECONDS - burst));
    }
    return stages;
  }

  private double rate(long at) {
    if (at >= QUIET_FROM_SECONDS && at < QUIET_TO_SECONDS) {
      return QUIET_RATE;
    }
    int hour = (int) (at / 3600 % 24);
    double within = at % 3600 / 3600.0;
    double share = SHARE[hour] + within * (SHARE[(hour + 1) % 24] - SHARE[hour]);
    return highestRate * share * (at >= hours(5, 0) ? WEEKEND : 1);
  }

  @Override
  public void entry(LogEntry entry) {
    if (entry instanceof RequestRecord request && !down(request.stamps().endedNanos())) {
      requests++;
      meter.add(atGateway(request));
    }
  }

  private static boolean down(long nanos) {
    return RESTARTS.stream()
        .anyMatch(
            at -> nanos >= at * SECOND_NANOS && nanos < (at + RESTART_SECONDS) * SECOND_NANOS);
  }

  private RequestRecord atGateway(RequestRecord request) {
    RequestRecord ended = fails(request.startNanos() / SECOND_NANOS) ? failed(request) : request;
    boolean left = ended.outcome() instanceof Outcome.Cancelled;
    Stamps stamps = ended.stamps();
    GatewayInfo passage =
        new GatewayInfo(
            "llama-3.1-8b",
            "tenant-" + ended.id() % 3,
            "/v1/chat/completions",
            UPSTREAM,
            "",
            CLASS,
            stamps.dueNanos(),
            stamps.firstTokenNanos(),
            stamps.endedNanos(),
            1000,
            1000,
            left ? GatewayInfo.Parting.CLIENT_LEFT : GatewayInfo.Parting.DELIVERED);
    return new RequestRecord(
        ended.id(),
        0,
        0,
        true,
        true,
        LatencyOrigin.DUE,
        ended.requested(),
        stamps,
        ended.chunks(),
        ended.tokens(),
        0,
        ended.outcome(),
        passage);
  }

  private boolean fails(long second) {
    if (outage && second >= OUTAGE_SECONDS && second < OUTAGE_SECONDS + OUTAGE_LENGTH_SECONDS) {
      return true;
    }
    boolean quiet = second >= QUIET_FROM_SECONDS && second < QUIET_TO_SECONDS;
    return quiet ? ++quietRequests % QUIET_FAILS == 0 : random.nextDouble() < FAIL;
  }

  private static RequestRecord failed(RequestRecord request) {
    Stamps stamps = request.stamps();
    long headers = stamps.sentNanos() + 5_000_000;
    return new RequestRecord(
        request.id(),
        0,
        0,
        true,
        true,
        LatencyOrigin.DUE,
        request.requested(),
        new Stamps(
            stamps.intendedNanos(),
            stamps.dueNanos(),
            stamps.dispatchedNanos(),
            stamps.connectedNanos(),
            stamps.sentNanos(),
            headers,
            headers,
            Stamps.ABSENT,
            Stamps.ABSENT,
            Stamps.ABSENT,
            headers),
        new ChunkLog.Builder().build(),
        TokenCounts.NONE,
        0,
        new Outcome.HttpError(503, "unavailable"));
  }

  private void second(EngineStats stats, long nanos) {
    if (restarts < RESTARTS.size()
        && nanos >= (RESTARTS.get(restarts) + RESTART_SECONDS) * SECOND_NANOS) {
      restarts++;
      meter = new TrafficMeter(plan, nanos);
    }
    int running = stats.running();
    int waiting = stats.waiting();
    meter.inFlight(nanos, List.of(new InFlight(UPSTREAM, running + waiting, waiting, running)));
    meter.engines(nanos, List.of(engine(stats, nanos)));
    if (nanos / SECOND_NANOS % scrapeSeconds == 0) {
      scrape(nanos);
    }
  }

  private static EngineFigures engine(EngineStats stats, long nanos) {
    Map<EngineMetric, Double> values = new EnumMap<>(EngineMetric.class);
    values.put(EngineMetric.RUNNING, (double) stats.running());
    values.put(EngineMetric.WAITING, (double) stats.waiting());
    values.put(EngineMetric.KV_CACHE_USAGE, stats.kvUsage());
    values.put(EngineMetric.PREEMPTIONS, (double) stats.preemptions());
    values.put(EngineMetric.GENERATION_TOKENS, (double) stats.generationTokens());
    return new EngineFigures(nanos, UPSTREAM, "vllm", 1, 0, values);
  }

  private void scrape(long nanos) {
    String time = " " + (startSeconds + nanos / SECOND_NANOS) + "\n";
    boolean up = !down(nanos);
    line("up{instance=\"gateway:9001\",job=\"goodput\"}", up ? 1 : 0, time);
    if (!up) {
      return;
    }
    TrafficSnapshot snapshot = meter.snapshot(nanos);
    ExportInput source = new ExportInput(snapshot, null);
    for (MetricRow row : rows) {
      row.points(source)
          .numbers()
          .forEach((values, number) -> line(name(row, values), number, time));
    }
  }

  /// Returns the names of the metrics that were written.
  Set<String> names() {
    return series.keySet().stream()
        .map(name -> name.substring(0, name.indexOf('{')))
        .collect(Collectors.toSet());
  }

  private static String name(MetricRow row, List<String> values) {
    StringBuilder name = new StringBuilder(row.queryName());
    name.append("{instance=\"gateway:9001\",job=\"goodput\"");
    for (int i = 0; i < values.size(); i++) {
      name.append(',').append(row.labels().get(i)).append("=\"").append(values.get(i)).append('"');
    }
    return name.append('}').toString();
  }

  private void line(String name, double value, String time) {
    series
        .computeIfAbsent(name, any -> new StringBuilder())
        .append(name)
        .append(' ')
        .append(value)
        .append(time);
  }
}
