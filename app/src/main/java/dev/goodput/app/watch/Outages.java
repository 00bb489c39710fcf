package dev.goodput.app.watch;

import dev.goodput.record.Stamps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The outages of one server, from its looks in the order of the grid. Down is it where of a look
/// no request was answered.
final class Outages {
  private final List<Outage> over = new ArrayList<>();
  private @Nullable Outage lasting;
  private long goodNanos = Stamps.ABSENT;

  /// Takes a look in.
  ///
  /// @return the outage that it begins or ends, where it does
  Optional<Outage> add(Look look) {
    if (!look.tells()) {
      return Optional.empty();
    }
    return look.answered() > 0 ? good(look.atNanos()) : bad(look);
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

  private Optional<Outage> bad(Look look) {
    Outage before = lasting;
    if (before != null) {
      lasting = before.longer(look.atNanos());
      return Optional.empty();
    }
    String why = look.failure().map(LookWords::of).orElse("");
    long at = look.atNanos();
    Outage begun = new Outage(goodNanos, at, at, Stamps.ABSENT, 1, why);
    lasting = begun;
    return Optional.of(begun);
  }

  /// All of them in order; the last may still last.
  List<Outage> all() {
    List<Outage> all = new ArrayList<>(over);
    if (lasting != null) {
      all.add(lasting);
    }
    return all;
  }
}
