/// Tests of the Prometheus and OTLP output, against our own real servers and, if it is installed, a
/// real Prometheus.
@NullMarked
package dev.goodput.export;

import org.jspecify.annotations.NullMarked;
