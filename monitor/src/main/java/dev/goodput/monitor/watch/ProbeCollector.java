package dev.goodput.monitor.watch;

import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A collector that groups finished requests into probes. Probes overlap when responses are slow,
/// so a later probe may be complete before an earlier one.
final class ProbeCollector {
  private final int each;
  private final Map<Long, List<RequestRecord>> begun = new TreeMap<>();
  private final TreeMap<Long, Probe> whole = new TreeMap<>();
  private long next;

  /// @param each the number of requests per probe
  ProbeCollector(int each) {
    this.each = each;
  }

  /// Adds a finished request.
  ///
  /// @return the probe that this request completes, if any
  Optional<Probe> add(RequestRecord request) {
    long index = request.id() / each;
    List<RequestRecord> mine = begun.computeIfAbsent(index, any -> new ArrayList<>());
    mine.add(request);
    if (mine.size() < each) {
      return Optional.empty();
    }
    begun.remove(index);
    Probe probe = new Probe(index, request.stamps().intendedNanos(), mine);
    whole.put(index, probe);
    return Optional.of(probe);
  }

  /// Returns the complete probes that no unfinished probe precedes. Each probe is returned once.
  List<Probe> inOrder() {
    List<Probe> ready = new ArrayList<>();
    for (Probe probe = whole.remove(next); probe != null; probe = whole.remove(next)) {
      ready.add(probe);
      next++;
    }
    return ready;
  }

  /// Returns the index of the first probe that [#inOrder()] has not returned yet.
  long next() {
    return next;
  }
}
