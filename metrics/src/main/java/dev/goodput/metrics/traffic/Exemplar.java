package dev.goodput.metrics.traffic;

/// One request that stands for a bucket.
///
/// @param requestId the record's id
/// @param value in the histogram's unit
/// @param stampNanos when the exchange ended
public record Exemplar(long requestId, double value, long stampNanos) {}
