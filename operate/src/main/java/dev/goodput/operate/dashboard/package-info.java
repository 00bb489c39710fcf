/// Dashboards of the gateway's metrics, for Grafana and Datadog.
///
/// Owns the table of panels (`panels.yaml`) and the formats in which it is written. Names, labels
/// and definitions of metrics come from the catalogue of `export`, so a panel cannot name a metric
/// that does not exist.
///
/// Threading: pure functions of an SLO file; safe on any thread.
@NullMarked
package dev.goodput.operate.dashboard;

import org.jspecify.annotations.NullMarked;
