package dev.goodput.export;

import dev.goodput.wire.dialect.TokenSampling;
import org.jspecify.annotations.Nullable;

/// Facts for a span that the exchange's record does not hold; `""` if unknown.
///
/// @param operation `gen_ai.operation.name`; derived from the route's path if unknown
/// @param responseId the response's own id
/// @param responseModel the model named in the response
/// @param sampling the sampling parameters of the request
/// @param parent the client's trace, null if there is none
public record ExchangeFacts(
    String operation,
    String responseId,
    String responseModel,
    TokenSampling sampling,
    @Nullable TraceParent parent) {
  /// No facts.
  public static final ExchangeFacts NONE = new ExchangeFacts("", "", "", TokenSampling.NONE, null);

  /// Returns the same facts with the client's trace from its `traceparent` header; a null or
  /// malformed header means none.
  public ExchangeFacts within(@Nullable String traceparent) {
    TraceParent trace = TraceParent.parse(traceparent).orElse(null);
    return new ExchangeFacts(operation, responseId, responseModel, sampling, trace);
  }
}
