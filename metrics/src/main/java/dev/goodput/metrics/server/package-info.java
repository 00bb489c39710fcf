/// What servers and GPUs report about themselves: the one list of these metrics, and their values
/// at a moment. Immutable values.
@NullMarked
package dev.goodput.metrics.server;

import org.jspecify.annotations.NullMarked;
