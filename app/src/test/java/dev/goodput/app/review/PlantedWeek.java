package dev.goodput.app.review;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.observe.ServiceObservation;
import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.GatewayInfo.Parting;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Manifest;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// A gateway's log of two weeks, in one directory per six hours and virtual time. The first week is
/// quiet. TTFT has a median of 90 ms and a p95 of about 147 ms, below the SLO of 200 ms; load
/// follows the day. What goes wrong in the second week is set by the test.
final class PlantedWeek {
  /// A Saturday: the period ends at this moment.
  static final Instant UNTIL = Instant.parse("2026-11-28T00:00:00Z");

  static final Instant FROM = UNTIL.minus(Duration.ofDays(7));
  private static final long SECOND = 1_000_000_000;
  private static final int TOKENS = 100;
  private static final Duration ROTATE = Duration.ofHours(6);

  private final RandomGenerator random =
      RandomGeneratorFactory.of("L64X128MixRandom").create(20_261_121);
  private final Path log;
  private Instant slowerFrom = Instant.MAX;
  private double slower = 1;
  private Instant stormFrom = Instant.MAX;
  private Instant stormUntil = Instant.MAX;
  private double preemptions;
  private Instant poweredUntil = Instant.MIN;
  private Instant outageFrom = Instant.MAX;
  private Instant outageUntil = Instant.MAX;
  private String outageOf = "";
  private double leaving = 0.01;
  private String gateway = "gateway";
  private String sloClass = "chat";
  private double share = 1;
  private long id;

  PlantedWeek(Path log) {
    this.log = log;
  }

  /// Multiplies TTFT from a moment on.
  PlantedWeek slower(Instant from, double times) {
    slowerFrom = from;
    slower = times;
    return this;
  }

  /// Makes the engine preempt four requests a minute for a time, with a full KV cache, and triples
  /// TTFT. From then on the gateway's observations are stored. At other times it preempts none.
  PlantedWeek storm(Instant from, Instant until) {
    stormFrom = from;
    stormUntil = until;
    return this;
  }

  /// Gives upstream `gpu-0` 500 W, whose page goes away at a moment.
  PlantedWeek powered(Instant until) {
    poweredUntil = until;
    return this;
  }

  /// Makes all requests fail for a time.
  PlantedWeek outage(Instant from, Instant until) {
    outageFrom = from;
    outageUntil = until;
    return this;
  }

  /// Makes only the requests of one tenant fail in the outage.
  PlantedWeek onlyOf(String tenant) {
    outageOf = tenant;
    return this;
  }

  /// Sets the name of the gateway, which distinguishes logs of the same time.
  PlantedWeek gateway(String name) {
    gateway = name;
    return this;
  }

  /// Sets the share of the gateway's requests that the log is said to hold.
  PlantedWeek share(double ofAll) {
    share = ofAll;
    return this;
  }

  /// Sets the SLO class of all requests; empty for requests that no SLO judges.
  PlantedWeek sloClass(String name) {
    sloClass = name;
    return this;
  }

  /// Sets the share of requests that clients of tenant `beta` cancel.
  PlantedWeek leaving(double share) {
    leaving = share;
    return this;
  }

  void write() {
    write(UNTIL.minus(Duration.ofDays(14)));
  }

  void write(Instant start) {
    for (Instant at = start; at.isBefore(UNTIL); at = at.plus(ROTATE)) {
      directory(at);
    }
  }

  private void directory(Instant start) {
    Judgement judgement =
        new Judgement(
            AnalysisOptions.DEFAULTS.withSlo(Slo.parse("chat")),
            false,
            Judgement.DEFAULT.maxErrorRate());
    Manifest manifest =
        judgement
            .addTo(Manifest.empty())
            .with("gateway.log", "rotated")
            .with("gateway.log.share", share)
            .with("run.started", start.toString())
            .with("gateway.ended", start.plus(ROTATE).toString());
    String name = start.toString().replaceAll("[-:]", "").substring(0, 13) + "-" + gateway;
    RunDirectory run = RunDirectory.create(log.resolve(name), manifest);
    if (!stormFrom.equals(Instant.MAX)) {
      observe(run, start);
    }
    double known = 0;
    for (int second = 0; second < ROTATE.toSeconds(); second += 30) {
      Instant at = start.plusSeconds(second);
      known += at.isBefore(poweredUntil) ? 30 : 0;
      if (!poweredUntil.equals(Instant.MIN)) {
        run.append(
            RunDirectory.SERVICE_FILE,
            new ServiceObservation.Energy(at, "gpu-0", 500 * known, known).line());
      }
    }
    try (RunLogWriter writer = run.writer()) {
      for (long hour = 0; hour < ROTATE.toHours(); hour++) {
        long hourOfDay = (start.getEpochSecond() / 3600 + hour) % 24;
        int requests = (int) (100 + 60 * Math.sin((hourOfDay - 8) * Math.PI / 12));
        for (int i = 0; i < requests; i++) {
          double within = (i + random.nextDouble()) * 3540 / requests;
          long at = (long) ((hour * 3600 + within) * SECOND);
          writer.append(request(start.plusNanos(at), at));
        }
        // Under way when the warning signs of an outage at a full hour are first looked for.
        long late = (hour * 3600 + 2399) * SECOND;
        writer.append(record("acme", late, late + SECOND / 10, TOKENS, new Outcome.Ok("stop")));
      }
    }
  }

  private boolean inStorm(Instant when) {
    return !when.isBefore(stormFrom) && when.isBefore(stormUntil);
  }

  private void observe(RunDirectory run, Instant start) {
    for (int second = 0; second < ROTATE.toSeconds(); second += 30) {
      Instant at = start.plusSeconds(second);
      preemptions += inStorm(at) ? 2 : 0;
      EngineFigures figures =
          new EngineFigures(
              0,
              "gpu-0",
              "vllm",
              1,
              0,
              Map.of(
                  EngineMetric.PREEMPTIONS,
                  preemptions,
                  EngineMetric.KV_CACHE_USAGE,
                  inStorm(at) ? 0.99 : 0.5,
                  EngineMetric.WAITING,
                  0.0));
      run.append(
          RunDirectory.SERVICE_FILE, new ServiceObservation.Engine(at, figures, List.of()).line());
    }
    if (inStorm(start.plus(ROTATE.dividedBy(2)))) {
      run.append(
          RunDirectory.SERVICE_FILE,
          new ServiceObservation.Event(
                  stormFrom.plusSeconds(600), "alert_firing", "chat", "page: 3 of 9 bad")
              .line());
    }
  }

  private RequestRecord request(Instant when, long at) {
    String tenant = random.nextInt(4) == 0 ? "beta" : random.nextBoolean() ? "acme" : "gamma";
    boolean affected = outageOf.isEmpty() || outageOf.equals(tenant);
    if (affected && !when.isBefore(outageFrom) && when.isBefore(outageUntil)) {
      return record(tenant, at, at + SECOND / 100, 0, new Outcome.HttpError(503, "no server"));
    }
    double times = (when.isBefore(slowerFrom) ? 1 : slower) * (inStorm(when) ? 3 : 1);
    long ttft = (long) (90e6 * times * Math.exp(0.3 * random.nextGaussian()));
    boolean leaves =
        random.nextDouble() < (tenant.equals("beta") && !when.isBefore(FROM) ? leaving : 0.01);
    return record(
        tenant,
        at,
        at + ttft,
        leaves ? TOKENS / 5 : TOKENS,
        leaves ? new Outcome.Cancelled() : new Outcome.Ok("stop"));
  }

  private RequestRecord record(String tenant, long at, long first, int tokens, Outcome outcome) {
    long gap = (long) (30e6 * Math.exp(0.1 * random.nextGaussian()));
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    for (int i = 0; i < tokens; i += 10) {
      chunks.add(first + i * gap, Channel.ANSWER, 10);
    }
    if (tokens > 0) {
      chunks.add(first + (tokens - 1) * gap, Channel.ANSWER, 0);
    }
    long ended = first + Math.max(0, tokens - 1) * gap;
    boolean none = tokens == 0;
    Parting parting =
        outcome instanceof Outcome.Cancelled ? Parting.CLIENT_LEFT : Parting.DELIVERED;
    return new RequestRecord(
        id++,
        0,
        0,
        true,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(id, 0, 0, 200, -1),
        new Stamps(
            at,
            at,
            at,
            at,
            at,
            first,
            first,
            none ? Stamps.ABSENT : first,
            none ? Stamps.ABSENT : first,
            none ? Stamps.ABSENT : ended,
            ended),
        chunks.build(),
        TokenCounts.ofUsage(200, tokens, -1, -1, -1),
        0,
        outcome,
        new GatewayInfo(
            "llama", tenant, "/v1", "gpu-0", "", sloClass, at, first, ended, 800, 400, parting));
  }
}
