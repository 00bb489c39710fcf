package dev.goodput.export;

import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.record.RequestRecord;
import dev.goodput.telemetry.metric.ExportInput;
import dev.goodput.telemetry.metric.ExportStatus;
import dev.goodput.telemetry.metric.PrometheusPage;
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

/// An exporter of metrics and spans to a collector over OTLP/HTTP.
///
/// A collector that is unreachable, slow or broken never blocks the gateway. Spans wait in a queue
/// of 8,192 and are dropped beyond it; metrics are totals, so the next reading holds everything. A
/// body is retried for a minute, with pauses that double from one second on. Losses are counted
/// ([#status()]) and reported, once when deliveries start to fail and once when they work again.
/// [#offer] is thread-safe.
public final class OtlpExport implements PrometheusPage.TraceExport, AutoCloseable {
  private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
  private static final long LONGEST_PAUSE_NANOS = 60_000_000_000L;

  private final TraceIds traces;
  private final GenAiAttributes genAi;
  private final OtlpMetrics metrics;
  private final Spans spans;
  private final Supplier<TrafficSnapshot> traffic;
  private final RetryPolicy retryPolicy;
  private final NanoClock clock;
  private final long everyNanos;
  private final @Nullable SignalTally metricsTally;
  private final @Nullable SignalTally spansTally;
  private final BatchQueue<QueuedExchange> backlog;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final List<DeliveryThread> carriers = new ArrayList<>();
  private long learnAtNanos;
  private long pauseNanos = FIRST_PAUSE_NANOS;

  private OtlpExport(
      Collector collector,
      Supplier<TrafficSnapshot> traffic,
      long originEpochNanos,
      Consumer<String> notes,
      RetryPolicy retryPolicy,
      NanoClock clock,
      RandomGenerator random) {
    Resource resource = resource(collector);
    this.traffic = traffic;
    this.retryPolicy = retryPolicy;
    this.clock = clock;
    this.learnAtNanos = clock.nanoTime();
    this.everyNanos = collector.every().toNanos();
    this.traces = new TraceIds(random, collector.traceShare());
    this.genAi = new GenAiAttributes(collector.upstreams());
    this.metrics = new OtlpMetrics(collector, genAi, resource, traces, originEpochNanos);
    this.spans = new Spans(genAi, resource, traces, originEpochNanos);
    this.backlog = new BatchQueue<>(retryPolicy.queued(), retryPolicy.batch());
    this.metricsTally = collector.metrics() ? new SignalTally("metrics", notes) : null;
    this.spansTally = collector.traceShare() > 0 ? new SignalTally("traces", notes) : null;
  }

  /// Creates an export that has not started: nothing is sent, and offered exchanges wait.
  ///
  /// @param traffic the latest snapshot, read on a thread of the export: once an interval and at
  ///   the end, or, if only spans are sent, after pauses of a second to a minute until it has named
  ///   all engines
  /// @param originEpochNanos the origin of timestamps, nanoseconds since 1970
  /// @param notes receives a sentence when deliveries start to fail and when they work again; never
  ///   contains a secret
  /// @param clock for pauses
  /// @param random source of ids
  /// @throws dev.goodput.wire.BadSettingException if the endpoint or a TLS file is unusable
  public static OtlpExport of(
      Collector collector,
      Supplier<TrafficSnapshot> traffic,
      long originEpochNanos,
      Consumer<String> notes,
      NanoClock clock,
      RandomGenerator random) {
    return of(collector, traffic, originEpochNanos, notes, RetryPolicy.DEFAULT, clock, random);
  }

  static OtlpExport of(
      Collector collector,
      Supplier<TrafficSnapshot> traffic,
      long originEpochNanos,
      Consumer<String> notes,
      RetryPolicy retryPolicy,
      NanoClock clock,
      RandomGenerator random) {
    OtlpExport export =
        new OtlpExport(collector, traffic, originEpochNanos, notes, retryPolicy, clock, random);
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
      RetryingSender delivery = delivery(collector, totals, random);
      carriers.add(new DeliveryThread(totals, delivery, way -> reading(way, bodies)));
    }
    SignalTally exchanges = spansTally;
    if (exchanges != null) {
      OtlpBodies bodies = new OtlpBodies();
      RetryingSender delivery = delivery(collector, exchanges, random);
      carriers.add(new DeliveryThread(exchanges, delivery, way -> batch(way, bodies)));
    }
  }

  /// Starts the export; called once.
  public OtlpExport begin() {
    carriers.forEach(DeliveryThread::start);
    return this;
  }

  private RetryingSender delivery(Collector collector, SignalTally tally, RandomGenerator random) {
    RandomGenerator own = new SplittableRandom(random.nextLong());
    return new RetryingSender(collector.address(tally.signal()), retryPolicy, tally, clock, own);
  }

  private static Resource resource(Collector collector) {
    AttributesBuilder all = Attributes.builder();
    collector.resource().forEach(all::put);
    all.put("telemetry.sdk.name", "goodput");
    all.put("telemetry.sdk.language", "java");
    return Resource.create(all.build());
  }

  /// Waits for the next interval, reads the traffic and delivers it; for a last time after closing.
  private boolean reading(RetryingSender delivery, OtlpBodies bodies) throws InterruptedException {
    boolean last = closing.await(everyNanos, TimeUnit.NANOSECONDS);
    List<MetricData> data = metrics.of(new ExportInput(traffic.get(), status()));
    long points = data.stream().mapToLong(each -> each.getData().getPoints().size()).sum();
    if (points > 0) {
      delivery.deliver(bodies.metrics(data), points);
    }
    return !last;
  }

  private boolean batch(RetryingSender delivery, OtlpBodies bodies) throws InterruptedException {
    List<QueuedExchange> exchanges = backlog.take(retryPolicy.gather().toNanos());
    if (exchanges.isEmpty()) {
      return !backlog.closed();
    }
    learn();
    List<SpanData> data = exchanges.stream().map(spans::of).toList();
    delivery.deliver(bodies.spans(data), data.size());
    return true;
  }

  /// Reads the traffic with growing pauses: engines may not have been scraped yet at the first
  /// attempt, and one that never becomes known must not cause a full read every second.
  private void learn() {
    long now = clock.nanoTime();
    if (metricsTally == null && now - learnAtNanos >= 0 && genAi.hasUnknownProviders()) {
      learnAtNanos = now + pauseNanos;
      pauseNanos = Math.min(LONGEST_PAUSE_NANOS, 2 * pauseNanos);
      genAi.update(traffic.get().engines());
    }
  }

  /// Queues an exchange for its span if it is traced; never blocks.
  ///
  /// @param facts what is known beyond its record
  public void offer(RequestRecord request, ExchangeFacts facts) {
    SignalTally tally = spansTally;
    if (tally == null || !traces.traced(request.id(), facts.parent())) {
      return;
    }
    if (!backlog.offer(new QueuedExchange(request, facts))) {
      tally.full();
    }
  }

  /// Returns the trace of a request; empty if it is not traced.
  @Override
  public Optional<PrometheusPage.Trace> trace(long requestId) {
    return spansTally == null
        ? Optional.empty()
        : traces.known(requestId).map(ids -> new PrometheusPage.Trace(ids.traceId(), ids.spanId()));
  }

  /// Replaces the upstreams' identities, as a new configuration may change them. Thread-safe.
  ///
  /// @param atNanos now, on the clock of the records: what engines reported before does not apply
  ///   to these upstreams
  public void know(Map<String, UpstreamIdentity> upstreams, long atNanos) {
    genAi.know(upstreams, atNanos);
  }

  /// Counts of delivered, dropped and queued items, by signal.
  @Override
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

  /// Delivers what is queued and the last totals, and stops. If the export was never started,
  /// delivers nothing. Returns after five seconds at most, and one more to stop the threads; what
  /// is undelivered by then is lost and counted.
  @Override
  public void close() {
    long until = clock.nanoTime() + retryPolicy.close().toNanos();
    backlog.close();
    closing.countDown();
    carriers.forEach(DeliveryThread::stop);
    for (DeliveryThread each : carriers) {
      each.leaveAfter(Duration.ofNanos(Math.max(0, until - clock.nanoTime())));
    }
    SignalTally tally = spansTally;
    if (tally != null) {
      tally.unreached(backlog.clear());
    }
  }

  /// A thread that delivers one signal to its collector, so that no other thread waits for it.
  private static final class DeliveryThread {
    private final RetryingSender delivery;
    private final SignalTally tally;
    private final DeliverySource load;
    private final Thread thread;

    /// The source of what is delivered.
    @FunctionalInterface
    interface DeliverySource {
      /// Waits for the next item and delivers it; returns false after the last one.
      boolean carry(RetryingSender delivery) throws InterruptedException;
    }

    DeliveryThread(SignalTally tally, RetryingSender delivery, DeliverySource load) {
      this.delivery = delivery;
      this.tally = tally;
      this.load = load;
      this.thread =
          Thread.ofPlatform().daemon().name("goodput-otlp-" + tally.signal()).unstarted(this::run);
    }

    void start() {
      thread.start();
    }

    private void run() {
      try (delivery) {
        boolean more = true;
        while (more) {
          more = carried();
        }
      } catch (InterruptedException e) {
        // Interrupted: the items in delivery are counted as lost.
        Thread.currentThread().interrupt();
      }
    }

    /// An internal fault loses the current item, and nothing after it.
    private boolean carried() throws InterruptedException {
      try {
        return load.carry(delivery);
      } catch (RuntimeException e) {
        tally.failed("internal fault, " + e);
        return !delivery.stopped();
      }
    }

    /// Ends the pauses between attempts.
    void stop() {
      delivery.stop();
    }

    /// Waits for the last body, but no longer than the given time. Returns at once if the thread
    /// was never started.
    void leaveAfter(Duration timeout) {
      if (thread.getState() == Thread.State.NEW) {
        delivery.close();
        return;
      }
      try {
        if (!thread.join(timeout)) {
          thread.interrupt();
          boolean _ = thread.join(Duration.ofSeconds(1));
        }
      } catch (InterruptedException e) {
        thread.interrupt();
        Thread.currentThread().interrupt();
      }
    }
  }
}
