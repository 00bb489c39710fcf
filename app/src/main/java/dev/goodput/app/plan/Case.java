package dev.goodput.app.plan;

import dev.goodput.metrics.whatif.EvenStream;
import dev.goodput.metrics.whatif.Price;
import org.jspecify.annotations.Nullable;

/// One of the two that are held against each other.
///
/// @param price what is paid for it, null where it was not told
record Case(EvenStream stream, @Nullable Price price) {}
