/// Alert rules from SLO files, for Prometheus and other systems, and their tests.
///
/// Owns the expressions of recording and alerting rules, their texts and the formats in which they
/// are written. Names of the gateway's metrics come from the catalogue of `export`.
///
/// Threading: pure functions of an SLO file and options; safe on any thread.
@NullMarked
package dev.goodput.operate.alert;

import org.jspecify.annotations.NullMarked;
