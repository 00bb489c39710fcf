package dev.goodput.telemetry;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.traffic.RecordEvaluation;
import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// A maker of events from the records of one gateway process or stored run, in their order. The
/// verdicts, waste causes and costs are those of the gateway's own meter. Single-threaded.
public final class RequestEvents {
  private static final double BILLION = 1e9;
  private static final int SHORTENED_CHARACTERS = 60;

  private TrafficPlan plan;
  private RecordEvaluation evaluation;
  private final String gateway;
  private final long boot;
  private final long originMicros;
  private long sequence;

  /// Creates a maker whose next event has the number 0.
  ///
  /// @param plan the SLOs and prices
  /// @param gateway the name of the gateway or run
  /// @param boot a number of this process or stored run
  /// @param originMicros wall-clock time of the records' time 0, in microseconds since 1970 (UTC)
  public RequestEvents(TrafficPlan plan, String gateway, long boot, long originMicros) {
    this.plan = plan;
    this.evaluation = new RecordEvaluation(plan);
    this.gateway = shortened(gateway);
    this.boot = boot;
    this.originMicros = originMicros;
  }

  /// Judges and prices later records by another plan.
  public void goBy(TrafficPlan other) {
    plan = other;
    evaluation = new RecordEvaluation(other);
  }

  /// Returns the next event.
  public RequestEvent next(RequestRecord request) {
    evaluation.load(request);
    GatewayInfo info = request.passage();
    var times = evaluation.view().times();
    long ended = evaluation.endedNanos();
    return new RequestEvent(
        new EventSource(gateway, boot, sequence++),
        labels(info),
        info == null ? "" : shortened(info.session()),
        originMicros + Math.floorDiv(ended, 1000L),
        Math.max(0, ended - times.startNanos()),
        times.ttftNanos(),
        times.generationNanos(),
        times.e2elNanos(),
        tokens(request),
        result(request),
        evaluation.priced() ? Math.round(evaluation.money() * BILLION) : -1,
        verdict(),
        wait(request),
        evaluation.view().ok() && times.streamed()
            ? EventReading.of(evaluation.view().reader())
            : null);
  }

  private @Nullable EventWait wait(RequestRecord request) {
    if (!request.last() || !evaluation.endedWithoutToken()) {
      return null;
    }
    return evaluation.clientLeft() ? EventWait.LEFT : EventWait.TIMED_OUT;
  }

  private static TrafficLabels labels(@Nullable GatewayInfo info) {
    return info == null
        ? TrafficLabels.ALL
        : new TrafficLabels(
            shortened(info.model()),
            shortened(info.tenant()),
            shortened(info.route()),
            shortened(info.upstream()),
            shortened(info.sloClass()));
  }

  private EventTokens tokens(RequestRecord request) {
    return new EventTokens(
        request.inputTokens(),
        request.outputTokens(),
        request.outputSource(),
        request.streamedTokens(),
        evaluation.view().carriedTokens(),
        request.tokens().usageCachedInput(),
        request.tokens().usageReasoning(),
        evaluation.judged().onTimeTokens());
  }

  private EventResult result(RequestRecord request) {
    Outcome outcome = request.outcome();
    return new EventResult(
        kind(outcome),
        outcome.key(),
        outcome instanceof Outcome.HttpError error ? error.status() : 0,
        request.attempt(),
        request.last(),
        request.streamed(),
        evaluation.dispatched(),
        evaluation.sent(),
        evaluation.waste());
  }

  private static EventResult.Kind kind(Outcome outcome) {
    if (outcome.failure()) {
      return EventResult.Kind.FAILED;
    }
    return outcome instanceof Outcome.Ok ? EventResult.Kind.OK : EventResult.Kind.CANCELLED;
  }

  private @Nullable EventVerdict verdict() {
    String name = evaluation.judged().sloClass();
    Slo slo = name == null ? null : plan.slos().get(name);
    if (slo == null) {
      return null;
    }
    SloJudge judge = evaluation.judged().judge();
    if (judge == null) {
      return new EventVerdict(EventVerdict.id(slo), false, false, 0, 0);
    }
    long applies = 0;
    long within = 0;
    for (int i = 0; i < slo.bounds().size(); i++) {
      long bit = judge.applies(i) ? 1L << i : 0;
      applies |= bit;
      within |= judge.within(i) ? bit : 0;
    }
    return new EventVerdict(EventVerdict.id(slo), judge.judged(), judge.good(), applies, within);
  }

  /// Returns a name that fits into an event. A long name loses its end and gets its CRC-32 instead,
  /// so that two long names stay different.
  static String shortened(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= EventCodec.LONGEST_NAME) {
      return name;
    }
    CRC32 crc = new CRC32();
    crc.update(bytes);
    int end = name.offsetByCodePoints(0, SHORTENED_CHARACTERS);
    return name.substring(0, end) + "…" + "%08x".formatted(crc.getValue());
  }
}
