package dev.goodput.app.plan;

import dev.goodput.metrics.whatif.EvenStream;
import dev.goodput.metrics.whatif.Price;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One of the two that are held against each other.
///
/// @param price what is paid for it, null where it was not told
/// @param taken which terms of the price are the other's, as they were not told of this one
record Case(EvenStream stream, @Nullable Price price, List<String> taken) {
  Case {
    taken = List.copyOf(taken);
  }
}
