/// Tests of what is written for Prometheus and OTLP, against real servers of ours and, where it is
/// installed, a real Prometheus.
@NullMarked
package dev.goodput.observe.export;

import org.jspecify.annotations.NullMarked;
