package dev.goodput.app.watch;

import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Puts the requests of a look together as they end. Looks overlap where answers are slow, so that
/// a later one may be whole before an earlier one.
final class LookBook {
  private final int each;
  private final Map<Long, List<RequestRecord>> begun = new TreeMap<>();
  private final TreeMap<Long, Look> whole = new TreeMap<>();
  private long next;

  /// @param each requests of a look
  LookBook(int each) {
    this.each = each;
  }

  /// Takes a request that ended.
  ///
  /// @return its look, where it was the last of it
  Optional<Look> add(RequestRecord request) {
    long index = request.id() / each;
    List<RequestRecord> mine = begun.computeIfAbsent(index, any -> new ArrayList<>());
    mine.add(request);
    if (mine.size() < each) {
      return Optional.empty();
    }
    begun.remove(index);
    Look look = new Look(index, request.stamps().intendedNanos(), mine);
    whole.put(index, look);
    return Optional.of(look);
  }

  /// The looks that are whole, and before which none is missing; each is given once.
  List<Look> inOrder() {
    List<Look> ready = new ArrayList<>();
    for (Look look = whole.remove(next); look != null; look = whole.remove(next)) {
      ready.add(look);
      next++;
    }
    return ready;
  }

  /// The first look that was not given yet.
  long next() {
    return next;
  }
}
