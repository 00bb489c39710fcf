/// The results of testing a proxy between clients and a server: the time it adds, and how it meets
/// each requirement. Values are immutable; no threads.
@NullMarked
package dev.goodput.metrics.hop;

import org.jspecify.annotations.NullMarked;
