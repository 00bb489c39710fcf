package dev.goodput.app.plan;

import dev.goodput.metrics.whatif.EvenStream;
import dev.goodput.metrics.whatif.Price;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One of the two servers that are compared.
///
/// @param price the price of the server; null if not given
/// @param taken the price terms taken from the other server because they were not given for this
///   one
record ComparedLatency(EvenStream stream, @Nullable Price price, List<String> taken) {
  ComparedLatency {
    taken = List.copyOf(taken);
  }
}
