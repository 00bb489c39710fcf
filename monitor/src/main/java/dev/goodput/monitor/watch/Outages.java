package dev.goodput.monitor.watch;

import dev.goodput.record.Stamps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The outages of one server, derived from its probes in grid order. A server is down when no
/// request of a probe was answered.
final class Outages {
  private final List<Outage> over = new ArrayList<>();
  private @Nullable Outage lasting;
  private long goodNanos = Stamps.ABSENT;

  /// Adds a probe.
  ///
  /// @return the outage that the probe starts or ends, if any
  Optional<Outage> add(Probe probe) {
    if (!probe.isConclusive()) {
      return Optional.empty();
    }
    return probe.answered() > 0 ? good(probe.atNanos()) : bad(probe);
  }

  private Optional<Outage> good(long atNanos) {
    goodNanos = atNanos;
    Outage ended = lasting;
    if (ended == null) {
      return Optional.empty();
    }
    lasting = null;
    over.add(ended.back(atNanos));
    return Optional.of(over.getLast());
  }

  private Optional<Outage> bad(Probe probe) {
    Outage before = lasting;
    if (before != null) {
      lasting = before.longer(probe.atNanos());
      return Optional.empty();
    }
    String why = probe.failure().map(ProbeText::of).orElse("");
    long at = probe.atNanos();
    Outage begun = new Outage(goodNanos, at, at, Stamps.ABSENT, 1, why);
    lasting = begun;
    return Optional.of(begun);
  }

  /// Returns all outages in order. The last one may be ongoing.
  List<Outage> all() {
    List<Outage> all = new ArrayList<>(over);
    if (lasting != null) {
      all.add(lasting);
    }
    return all;
  }
}
