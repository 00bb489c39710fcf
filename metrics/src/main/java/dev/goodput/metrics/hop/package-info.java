/// What was found of a proxy between clients and a server: what it adds in time, and how it does
/// each duty. Values are immutable; no threads.
@NullMarked
package dev.goodput.metrics.hop;

import org.jspecify.annotations.NullMarked;
