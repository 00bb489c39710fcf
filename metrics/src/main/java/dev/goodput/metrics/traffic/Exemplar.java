package dev.goodput.metrics.traffic;

/// One request as an example of a bucket's values.
///
/// @param requestId the record's id
/// @param value its value, in the histogram's unit
/// @param stampNanos when the exchange ended
public record Exemplar(long requestId, double value, long stampNanos) {}
