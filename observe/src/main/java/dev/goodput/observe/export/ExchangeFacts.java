package dev.goodput.observe.export;

import dev.goodput.wire.dialect.TokenSampling;
import org.jspecify.annotations.Nullable;

/// What a span tells beyond the record of its exchange; `""` where it is not known.
///
/// @param operation `gen_ai.operation.name`; by the path of the route where it is not known
/// @param responseId the answer's own id
/// @param responseModel the model as the answer names it
/// @param sampling how the request asked for tokens to be chosen
/// @param parent the client's trace, null where it has none
public record ExchangeFacts(
    String operation,
    String responseId,
    String responseModel,
    TokenSampling sampling,
    @Nullable TraceParent parent) {
  /// Nothing more is known.
  public static final ExchangeFacts NONE = new ExchangeFacts("", "", "", TokenSampling.NONE, null);

  /// The same with the client's trace, by its `traceparent` header; null or a broken one is none.
  public ExchangeFacts within(@Nullable String traceparent) {
    TraceParent trace = TraceParent.parse(traceparent).orElse(null);
    return new ExchangeFacts(operation, responseId, responseModel, sampling, trace);
  }
}
