package dev.goodput.export;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;

/// One exchange as a span of the OpenTelemetry SDK: a client span, as the conventions define it for
/// inference.
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
record ExchangeSpan(
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
