package dev.goodput.monitor.live;

import dev.goodput.export.Collector;
import dev.goodput.export.ExchangeFacts;
import dev.goodput.export.OtlpExport;
import dev.goodput.export.UpstreamIdentity;
import dev.goodput.gateway.exchange.CompletedAttempt;
import dev.goodput.gateway.exchange.TrafficListener;
import dev.goodput.gateway.plan.ExtraHeader;
import dev.goodput.gateway.plan.OtlpPlan;
import dev.goodput.telemetry.metric.PrometheusPage;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Tls;
import dev.goodput.wire.dialect.AnswerStart;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.dialect.PromptSink;
import dev.goodput.wire.dialect.RequestFacts;
import dev.goodput.wire.dialect.TokenSampling;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The exports of live traffic: a page that Prometheus scrapes and, if configured, a collector that
/// receives metrics and traces. Nothing is sent before [#begin].
public final class Exports implements TrafficListener, AutoCloseable {
  private final @Nullable OtlpExport otlp;
  private final PrometheusPage prometheus;
  private final LiveTraffic traffic;

  /// Creates exports for upstreams with known names only.
  ///
  /// @param service the identity of this process
  /// @param requested the collector; null for none
  /// @param origin the date of nanosecond 0 of the records' stamps
  /// @param print receives messages about a collector that cannot be reached
  public Exports(
      ServiceInstance service,
      @Nullable OtlpPlan requested,
      LiveTraffic traffic,
      Instant origin,
      Consumer<String> print) {
    this(service, requested, new TreeMap<>(), traffic, origin, print);
  }

  /// @param service the identity of this process
  /// @param requested the collector; null for none
  /// @param upstreams the identities of the upstreams, by label
  /// @param origin the date of nanosecond 0 of the records' stamps
  /// @param print receives messages about a collector that cannot be reached
  public Exports(
      ServiceInstance service,
      @Nullable OtlpPlan requested,
      SortedMap<String, UpstreamIdentity> upstreams,
      LiveTraffic traffic,
      Instant origin,
      Consumer<String> print) {
    long epochNanos = Math.addExact(origin.getEpochSecond() * 1_000_000_000, origin.getNano());
    this.traffic = traffic;
    this.otlp =
        requested == null
            ? null
            : OtlpExport.of(
                collector(service, requested, upstreams),
                traffic::snapshot,
                epochNanos,
                print,
                NanoClock.SYSTEM,
                new SecureRandom());
    this.prometheus = new PrometheusPage(epochNanos, otlp);
  }

  private static Collector collector(
      ServiceInstance service, OtlpPlan plan, SortedMap<String, UpstreamIdentity> upstreams) {
    return new Collector(
        plan.endpoint(),
        plan.headers().stream().map(ExtraHeader::header).toList(),
        Tls.SYSTEM,
        plan.metrics(),
        plan.traceShare(),
        Duration.ofNanos(plan.everyNanos()),
        switch (plan.histograms()) {
          case EXPLICIT -> Collector.Buckets.EXPLICIT;
          case EXPONENTIAL -> Collector.Buckets.EXPONENTIAL;
        },
        service.resource(plan.resource()),
        upstreams);
  }

  /// Starts sending to the collector. Called once.
  public void begin() {
    if (otlp != null) {
      OtlpExport _ = otlp.begin();
    }
  }

  /// Sets the identities of the upstreams from now on.
  ///
  /// @param atNanos now, on the clock of the records
  public void know(SortedMap<String, UpstreamIdentity> upstreams, long atNanos) {
    if (otlp != null) {
      otlp.know(upstreams, atNanos);
    }
  }

  /// Returns the page for Prometheus.
  public PrometheusPage.Rendered page(@Nullable String accept) {
    return prometheus.render(traffic.snapshot(), accept);
  }

  @Override
  public void completed(CompletedAttempt completed, PromptSink prompt) {
    if (otlp != null && completed.understood()) {
      otlp.offer(completed.record(), facts(completed));
    }
  }

  private static ExchangeFacts facts(CompletedAttempt completed) {
    AnswerStart.Names names = completed.answerStart().names();
    boolean bare = Dialect.named(completed.dialect()).takesBarePrompts();
    String operation = bare ? "text_completion" : "chat";
    RequestFacts requested = completed.facts();
    TokenSampling sampling = requested == null ? TokenSampling.NONE : requested.sampling();
    return new ExchangeFacts(operation, names.id(), names.model(), sampling, null)
        .within(completed.traceparent());
  }

  @Override
  public void close() {
    if (otlp != null) {
      otlp.close();
    }
  }
}
