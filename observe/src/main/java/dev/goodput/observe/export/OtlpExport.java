package dev.goodput.observe.export;

import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.record.RequestRecord;
import dev.goodput.wire.NanoClock;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Sends metrics and spans to a collector over OTLP/HTTP.
///
/// A collector that is away, slow or broken holds nobody up: spans wait in a queue of 8,192 and are
/// turned away beyond it, metrics are totals of which the next reading holds all. A body is tried
/// for a minute, with pauses that double from a second on. What is lost is counted ([#status()])
/// and said, once when it begins and once when it ends. [#offer] may come from any thread.
public final class OtlpExport implements AutoCloseable {
  private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
  private static final long LONGEST_PAUSE_NANOS = 60_000_000_000L;

  private final TraceIds traces;
  private final GenAiAttributes genAi;
  private final OtlpMetrics metrics;
  private final Spans spans;
  private final Supplier<TrafficSnapshot> traffic;
  private final Tries tries;
  private final NanoClock clock;
  private final long everyNanos;
  private final @Nullable SignalTally metricsTally;
  private final @Nullable SignalTally spansTally;
  private final Backlog<ToldExchange> backlog;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final List<Carrier> carriers = new ArrayList<>();
  private long learnAtNanos;
  private long pauseNanos = FIRST_PAUSE_NANOS;

  private OtlpExport(
      Collector collector,
      Supplier<TrafficSnapshot> traffic,
      long originEpochNanos,
      Consumer<String> notes,
      Tries tries,
      NanoClock clock,
      RandomGenerator random) {
    Resource resource = resource(collector);
    this.traffic = traffic;
    this.tries = tries;
    this.clock = clock;
    this.learnAtNanos = clock.nanoTime();
    this.everyNanos = collector.every().toNanos();
    this.traces = new TraceIds(random, collector.traceShare());
    this.genAi = new GenAiAttributes(collector.upstreams());
    this.metrics = new OtlpMetrics(collector, genAi, resource, traces, originEpochNanos);
    this.spans = new Spans(genAi, resource, traces, originEpochNanos);
    this.backlog = new Backlog<>(tries.queued(), tries.batch());
    this.metricsTally = collector.metrics() ? new SignalTally("metrics", notes) : null;
    this.spansTally = collector.traceShare() > 0 ? new SignalTally("traces", notes) : null;
  }

  /// One that has not begun yet: nothing is sent, and what it is offered waits.
  ///
  /// @param traffic the latest snapshot; asked on a thread of the export, once an interval and at
  ///   the end, or where only spans are sent after pauses of a second to a minute, until it has
  ///   told what all engines are called
  /// @param originEpochNanos the date of the moment that stamps count from, nanoseconds since 1970
  /// @param notes hears a sentence when deliveries begin to fail, and when they work again; never
  ///   with a secret in it
  /// @param clock for pauses
  /// @param random where ids come from
  /// @throws dev.goodput.wire.BadSettingException where the endpoint or a TLS file is of no use
  public static OtlpExport of(
      Collector collector,
      Supplier<TrafficSnapshot> traffic,
      long originEpochNanos,
      Consumer<String> notes,
      NanoClock clock,
      RandomGenerator random) {
    return of(collector, traffic, originEpochNanos, notes, Tries.USUAL, clock, random);
  }

  static OtlpExport of(
      Collector collector,
      Supplier<TrafficSnapshot> traffic,
      long originEpochNanos,
      Consumer<String> notes,
      Tries tries,
      NanoClock clock,
      RandomGenerator random) {
    OtlpExport export =
        new OtlpExport(collector, traffic, originEpochNanos, notes, tries, clock, random);
    try {
      export.open(collector, random);
    } catch (RuntimeException e) {
      export.close();
      throw e;
    }
    return export;
  }

  private void open(Collector collector, RandomGenerator random) {
    SignalTally totals = metricsTally;
    if (totals != null) {
      OtlpBodies bodies = new OtlpBodies();
      Delivery delivery = delivery(collector, totals, random);
      carriers.add(new Carrier(totals, delivery, way -> reading(way, bodies)));
    }
    SignalTally exchanges = spansTally;
    if (exchanges != null) {
      OtlpBodies bodies = new OtlpBodies();
      Delivery delivery = delivery(collector, exchanges, random);
      carriers.add(new Carrier(exchanges, delivery, way -> batch(way, bodies)));
    }
  }

  /// Begins to export; called once.
  public OtlpExport begin() {
    carriers.forEach(Carrier::start);
    return this;
  }

  private Delivery delivery(Collector collector, SignalTally tally, RandomGenerator random) {
    RandomGenerator own = new SplittableRandom(random.nextLong());
    return new Delivery(collector.address(tally.word()), tries, tally, clock, own);
  }

  private static Resource resource(Collector collector) {
    AttributesBuilder all = Attributes.builder();
    collector.resource().forEach(all::put);
    all.put("telemetry.sdk.name", "goodput");
    all.put("telemetry.sdk.language", "java");
    return Resource.create(all.build());
  }

  /// Waits for its time, reads the traffic and delivers it; a last time once it is closed.
  private boolean reading(Delivery delivery, OtlpBodies bodies) throws InterruptedException {
    boolean last = closing.await(everyNanos, TimeUnit.NANOSECONDS);
    List<MetricData> data = metrics.of(new Source(traffic.get(), status()));
    long points = data.stream().mapToLong(each -> each.getData().getPoints().size()).sum();
    if (points > 0) {
      delivery.deliver(bodies.metrics(data), points);
    }
    return !last;
  }

  private boolean batch(Delivery delivery, OtlpBodies bodies) throws InterruptedException {
    List<ToldExchange> told = backlog.take(tries.gather().toNanos());
    if (told.isEmpty()) {
      return !backlog.closed();
    }
    learn();
    List<SpanData> data = told.stream().map(spans::of).toList();
    delivery.deliver(bodies.spans(data), data.size());
    return true;
  }

  /// Engines may not have been looked at yet at the first; one that can never be known is no reason
  /// to have the whole traffic read each second.
  private void learn() {
    long now = clock.nanoTime();
    if (metricsTally == null && now - learnAtNanos >= 0 && genAi.wantsToLearn()) {
      learnAtNanos = now + pauseNanos;
      pauseNanos = Math.min(LONGEST_PAUSE_NANOS, 2 * pauseNanos);
      genAi.learn(traffic.get().engines());
    }
  }

  /// Takes an exchange for its span, where it is traced; never waits.
  ///
  /// @param facts what is known of it beside its record
  public void offer(RequestRecord request, ExchangeFacts facts) {
    SignalTally tally = spansTally;
    if (tally == null || !traces.traced(request.id(), facts.parent())) {
      return;
    }
    if (!backlog.offer(new ToldExchange(request, facts))) {
      tally.full();
    }
  }

  /// The trace of a request; empty where it is not traced.
  Optional<TraceIds.Ids> trace(long requestId) {
    return spansTally == null ? Optional.empty() : traces.known(requestId);
  }

  /// Who upstreams are from now on, as a configuration may name others; from any thread.
  ///
  /// @param atNanos now, on the clock of the records: what engines said before tells nothing of
  ///   these
  public void know(Map<String, UpstreamIdentity> upstreams, long atNanos) {
    genAi.know(upstreams, atNanos);
  }

  /// How it fares.
  public ExportStatus status() {
    List<ExportStatus.Signal> signals = new ArrayList<>();
    if (metricsTally != null) {
      signals.add(metricsTally.status(0));
    }
    if (spansTally != null) {
      signals.add(spansTally.status(backlog.size()));
    }
    return new ExportStatus(signals);
  }

  /// Delivers what there is, the last totals too, and stops; one that has not begun delivers
  /// nothing. Returns after five seconds at most, and one more; what was not delivered by then is
  /// lost, and counted.
  @Override
  public void close() {
    long until = clock.nanoTime() + tries.close().toNanos();
    backlog.close();
    closing.countDown();
    carriers.forEach(Carrier::stop);
    for (Carrier each : carriers) {
      each.leaveAfter(Duration.ofNanos(Math.max(0, until - clock.nanoTime())));
    }
    SignalTally tally = spansTally;
    if (tally != null) {
      tally.unreached(backlog.clear());
    }
  }
}
