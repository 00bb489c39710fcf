package dev.goodput.telemetry;

import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Records of a gateway's traffic from a seed: several tenants, models, routes and SLO classes, all
/// outcomes, retries, unstreamed responses and unknown token counts.
public final class RandomTraffic {
  private static final long MS = 1_000_000;
  private static final List<Outcome> FAILURES =
      List.of(
          new Outcome.HttpError(503, "busy"),
          new Outcome.ErrorEvent("overloaded"),
          new Outcome.Truncated(""),
          new Outcome.Refused("refused"),
          new Outcome.Reset(""),
          new Outcome.Timeout(Outcome.Timeout.Stage.FIRST_TOKEN));

  private final SplittableRandom random;

  /// Creates traffic from a seed.
  public RandomTraffic(long seed) {
    random = new SplittableRandom(seed);
  }

  /// Returns a plan with two SLO classes and a price for one model.
  public static TrafficPlan plan() {
    return TrafficPlan.DEFAULTS
        .withSlo("chat", Slo.parse("p95 ttft<=300ms, tpot<=30ms"))
        .withSlo("batch", Slo.parse("e2el<=5s"))
        .withPrice(
            "llama",
            ModelPrice.of(
                "",
                "USD",
                Map.of(
                    Kind.INPUT,
                    0.5,
                    Kind.CACHED_INPUT,
                    0.1,
                    Kind.OUTPUT,
                    1.5,
                    Kind.REASONING,
                    1.5)));
  }

  /// Returns this many records, which start within a time span, in the order of their ends.
  public List<RequestRecord> records(int number, long spanNanos) {
    List<RequestRecord> records = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      records.add(next(i, random.nextLong(spanNanos)));
    }
    records.sort(Comparator.comparingLong(request -> request.stamps().endedNanos()));
    return records;
  }

  private RequestRecord next(long id, long startNanos) {
    boolean streamed = random.nextInt(10) > 0;
    boolean last = random.nextInt(20) > 0;
    Outcome outcome = outcome();
    boolean silent =
        outcome instanceof Outcome.HttpError
            || outcome instanceof Outcome.Timeout
            || (outcome instanceof Outcome.Cancelled && random.nextBoolean());
    int tokens = silent ? 0 : 1 + random.nextInt(60);
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    long dispatched = startNanos + random.nextLong(MS);
    long at = startNanos + latency(100 * MS);
    long firstToken = at;
    for (int i = 0; i < tokens && streamed; i++) {
      chunks.add(at, Channel.ANSWER, random.nextInt(4) == 0 ? TokenCounts.UNKNOWN : 1);
      long pause = random.nextInt(500) == 0 ? latency(800 * MS) : 0;
      at += i < tokens - 1 ? latency(10 * MS) + pause : 0;
    }
    boolean any = streamed && tokens > 0;
    long token = any ? firstToken : Stamps.ABSENT;
    long ended = at + random.nextLong(MS);
    Stamps stamps =
        new Stamps(
            startNanos,
            startNanos,
            dispatched,
            dispatched,
            dispatched + MS / 2,
            firstToken,
            firstToken,
            token,
            token,
            any ? at : Stamps.ABSENT,
            ended);
    TokenCounts counts =
        random.nextInt(5) == 0
            ? TokenCounts.NONE
            : TokenCounts.ofUsage(1 + random.nextInt(4000), tokens, -1, random.nextInt(50), -1);
    return new RequestRecord(
        id,
        0,
        last ? 0 : 1,
        last,
        streamed,
        LatencyOrigin.DUE,
        new RequestSpec(id, 0, 1, -1, -1),
        stamps,
        chunks.build(),
        counts,
        0,
        outcome,
        passage(last, outcome, startNanos, ended));
  }

  private Outcome outcome() {
    return switch (random.nextInt(10)) {
      case 0 -> FAILURES.get(random.nextInt(FAILURES.size()));
      case 1 -> new Outcome.Cancelled();
      default -> new Outcome.Ok("stop");
    };
  }

  private long latency(long typical) {
    return (long) (typical * Math.exp(random.nextGaussian()));
  }

  private GatewayInfo passage(boolean last, Outcome outcome, long received, long ended) {
    GatewayInfo.Parting parting =
        !last
            ? GatewayInfo.Parting.RETRIED
            : outcome instanceof Outcome.Cancelled
                ? GatewayInfo.Parting.CLIENT_LEFT
                : GatewayInfo.Parting.DELIVERED;
    return new GatewayInfo(
        random.nextBoolean() ? "llama" : "qwen",
        "tenant-" + random.nextInt(5),
        random.nextInt(3) == 0 ? "/v1/completions" : "/v1/chat/completions",
        "engine-" + random.nextInt(3),
        random.nextInt(3) == 0 ? "session-" + random.nextInt(100) : "",
        random.nextInt(3) == 0 ? "batch" : "chat",
        received,
        received,
        ended,
        100,
        1000,
        parting);
  }
}
