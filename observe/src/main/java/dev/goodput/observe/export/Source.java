package dev.goodput.observe.export;

import dev.goodput.metrics.traffic.TrafficSnapshot;
import org.jspecify.annotations.Nullable;

/// What metrics are read from.
///
/// @param snapshot the traffic
/// @param export how the export over OTLP fares, null where there is none
record Source(TrafficSnapshot snapshot, @Nullable ExportStatus export) {}
