package dev.goodput.export;

import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.metrics.traffic.ErrorType;
import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.wire.dialect.TokenSampling;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A converter of exchanges into inference spans of the GenAI conventions: one span per attempt,
/// from the read that completed the request to the end. Spans contain no text of prompts, responses
/// or errors.
final class Spans {
  private static final AttributeKey<List<String>> FINISH_REASONS =
      AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");

  private final Resource resource;
  private final GenAiAttributes genAi;
  private final TraceIds traces;
  private final long originEpochNanos;

  Spans(GenAiAttributes genAi, Resource resource, TraceIds traces, long originEpochNanos) {
    this.resource = resource;
    this.genAi = genAi;
    this.traces = traces;
    this.originEpochNanos = originEpochNanos;
  }

  SpanData of(QueuedExchange exchange) {
    RequestRecord request = exchange.request();
    TrafficLabels labels = labels(request);
    String given = exchange.facts().operation();
    String operation = given.isEmpty() ? GenAiAttributes.operation(labels.route()) : given;
    long started = RequestTimes.startNanos(request);
    return new ExchangeSpan(
        (operation + " " + labels.model()).strip(),
        context(exchange),
        parent(exchange.facts()),
        request.outcome().failure(),
        originEpochNanos + started,
        originEpochNanos + ended(request, started),
        attributes(exchange, labels, operation),
        events(request),
        resource);
  }

  private static TrafficLabels labels(RequestRecord request) {
    GatewayInfo at = request.passage();
    return at == null
        ? TrafficLabels.ALL
        : new TrafficLabels(at.model(), at.tenant(), at.route(), at.upstream(), at.sloClass());
  }

  private SpanContext context(QueuedExchange exchange) {
    RequestRecord request = exchange.request();
    return SpanContext.create(
        traces.traceId(request.id(), exchange.facts().parent()),
        traces.spanId(request.id(), request.attempt(), request.last()),
        TraceFlags.getSampled(),
        TraceState.getDefault());
  }

  private static SpanContext parent(ExchangeFacts facts) {
    TraceParent parent = facts.parent();
    return parent == null
        ? SpanContext.getInvalid()
        : SpanContext.createFromRemoteParent(
            parent.traceId(), parent.spanId(), TraceFlags.getSampled(), TraceState.getDefault());
  }

  private static long ended(RequestRecord request, long started) {
    long ended = request.stamps().endedNanos();
    return Stamps.present(ended) ? Math.max(started, ended) : started;
  }

  private Attributes attributes(QueuedExchange exchange, TrafficLabels labels, String operation) {
    RequestRecord request = exchange.request();
    AttributesBuilder all = Attributes.builder();
    genAi.identity(all, operation, labels.model(), labels.upstream());
    asked(all, request);
    sampled(all, exchange.facts().sampling());
    answered(all, exchange);
    times(all, request);
    GenAiAttributes.ours(all, labels);
    ending(all, request);
    return all.build();
  }

  private static void asked(AttributesBuilder all, RequestRecord request) {
    all.put("gen_ai.request.stream", request.streamed());
    count(all, "gen_ai.request.max_tokens", request.asked().outputTokens());
    GatewayInfo gatewayInfo = request.passage();
    if (gatewayInfo != null) {
      GenAiAttributes.known(all, "gen_ai.conversation.id", gatewayInfo.session());
    }
  }

  /// Stop sequences are the caller's text, so they are not exported.
  private static void sampled(AttributesBuilder all, TokenSampling asked) {
    all.put(AttributeKey.doubleKey("gen_ai.request.temperature"), asked.temperature());
    all.put(AttributeKey.doubleKey("gen_ai.request.top_p"), asked.topP());
    all.put(AttributeKey.doubleKey("gen_ai.request.top_k"), asked.topK());
    all.put(AttributeKey.longKey("gen_ai.request.seed"), asked.seed());
    all.put(AttributeKey.longKey("gen_ai.request.choice.count"), several(asked.choices()));
    all.put(AttributeKey.doubleKey("gen_ai.request.frequency_penalty"), asked.frequencyPenalty());
    all.put(AttributeKey.doubleKey("gen_ai.request.presence_penalty"), asked.presencePenalty());
    GenAiAttributes.known(all, "gen_ai.output.type", asked.output());
  }

  /// The conventions require the number only if it is not 1.
  private static @Nullable Long several(@Nullable Long choices) {
    return choices == null || choices == 1 ? null : choices;
  }

  private static void answered(AttributesBuilder all, QueuedExchange exchange) {
    RequestRecord request = exchange.request();
    GenAiAttributes.known(all, "gen_ai.response.id", exchange.facts().responseId());
    GenAiAttributes.known(all, "gen_ai.response.model", exchange.facts().responseModel());
    if (request.outcome() instanceof Outcome.Ok(String reason) && !reason.isEmpty()) {
      all.put(FINISH_REASONS, List.of(reason));
    }
    count(all, "gen_ai.usage.input_tokens", request.tokens().usageInput());
    count(all, "gen_ai.usage.output_tokens", request.tokens().usageOutput());
    count(all, "gen_ai.usage.cache_read.input_tokens", request.tokens().usageCachedInput());
    count(all, "gen_ai.usage.reasoning.output_tokens", request.tokens().usageReasoning());
  }

  private static void times(AttributesBuilder all, RequestRecord request) {
    RequestTimes times = RequestTimes.of(request);
    seconds(all, "gen_ai.response.time_to_first_chunk", times.firstByteNanos());
    seconds(all, "goodput.time_to_first_token", times.ttftNanos());
    if (!Double.isNaN(times.tpotNanos())) {
      all.put("goodput.time_per_output_token", times.tpotNanos() / 1e9);
    }
  }

  private static void ending(AttributesBuilder all, RequestRecord request) {
    Outcome outcome = request.outcome();
    all.put("goodput.request_id", request.id());
    all.put("goodput.attempt", request.attempt());
    all.put("goodput.outcome", outcome.key());
    if (outcome.failure()) {
      all.put("error.type", ErrorType.of(outcome));
    }
    GatewayInfo gatewayInfo = request.passage();
    if (gatewayInfo != null) {
      all.put("goodput.parting", gatewayInfo.parting().word());
    }
  }

  private List<EventData> events(RequestRecord request) {
    List<EventData> events = new ArrayList<>();
    Stamps stamps = request.stamps();
    event(events, "goodput.sent", stamps.sentNanos());
    if (request.streamed()) {
      event(events, "goodput.first_token", stamps.firstTokenNanos());
      event(events, "goodput.first_answer", stamps.firstAnswerNanos());
    }
    event(events, "goodput.last_token", stamps.lastTokenNanos());
    return events;
  }

  private void event(List<EventData> events, String name, long nanos) {
    if (Stamps.present(nanos)) {
      events.add(EventData.create(originEpochNanos + nanos, name, Attributes.empty()));
    }
  }

  private static void count(AttributesBuilder all, String name, int tokens) {
    if (tokens >= 0) {
      all.put(name, tokens);
    }
  }

  private static void seconds(AttributesBuilder all, String name, long nanos) {
    if (Stamps.present(nanos)) {
      all.put(name, nanos / 1e9);
    }
  }

  /// One exchange as a span of the OpenTelemetry SDK: a client span, as the conventions define it
  /// for inference.
  ///
  /// @param name operation and model
  /// @param context its own ids
  /// @param parent the client's span, invalid if there is none
  /// @param failed whether its status is an error
  /// @param startEpochNanos nanoseconds since 1970
  /// @param endEpochNanos nanoseconds since 1970
  /// @param attributes its attributes
  /// @param events its events
  /// @param resource the sender
  private record ExchangeSpan(
      String name,
      SpanContext context,
      SpanContext parent,
      boolean failed,
      long startEpochNanos,
      long endEpochNanos,
      Attributes attributes,
      List<EventData> events,
      Resource resource)
      implements SpanData {
    ExchangeSpan {
      events = List.copyOf(events);
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public SpanKind getKind() {
      return SpanKind.CLIENT;
    }

    @Override
    public SpanContext getSpanContext() {
      return context;
    }

    @Override
    public SpanContext getParentSpanContext() {
      return parent;
    }

    @Override
    public StatusData getStatus() {
      return failed ? StatusData.error() : StatusData.unset();
    }

    @Override
    public long getStartEpochNanos() {
      return startEpochNanos;
    }

    @Override
    public Attributes getAttributes() {
      return attributes;
    }

    @Override
    public List<EventData> getEvents() {
      return events;
    }

    @Override
    public List<LinkData> getLinks() {
      return List.of();
    }

    @Override
    public long getEndEpochNanos() {
      return endEpochNanos;
    }

    @Override
    public boolean hasEnded() {
      return true;
    }

    @Override
    public int getTotalRecordedEvents() {
      return events.size();
    }

    @Override
    public int getTotalRecordedLinks() {
      return 0;
    }

    @Override
    public int getTotalAttributeCount() {
      return attributes.size();
    }

    /// The scope's former type, which the interface still requires.
    @Override
    @SuppressWarnings("deprecation")
    public io.opentelemetry.sdk.common.InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
      return io.opentelemetry.sdk.common.InstrumentationLibraryInfo.create(
          OtlpMetrics.SCOPE.getName(), null);
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
      return OtlpMetrics.SCOPE;
    }

    @Override
    public Resource getResource() {
      return resource;
    }
  }
}
