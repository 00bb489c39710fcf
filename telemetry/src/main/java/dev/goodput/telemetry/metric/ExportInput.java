package dev.goodput.telemetry.metric;

import dev.goodput.metrics.traffic.TrafficSnapshot;
import org.jspecify.annotations.Nullable;

/// The data that metrics are read from.
///
/// @param snapshot the traffic
/// @param export the state of the OTLP export, null if there is none
public record ExportInput(TrafficSnapshot snapshot, @Nullable ExportStatus export) {}
