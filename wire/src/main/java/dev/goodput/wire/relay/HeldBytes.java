package dev.goodput.wire.relay;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How much of all requests a relay holds at once, on all of its loops: what waits for a route or
/// for a connection, and what is kept for another attempt. Where all room is taken, one of those
/// that hold most makes room for whoever holds clearly less: a few slow clients keep nobody out.
final class HeldBytes {
  private static final int SHARE_OF_HEAP = 4;

  private final long most;

  /// Who holds something, by the bits of how much; in each, who came there first is the first.
  private final List<Set<Share>> bySize =
      Stream.generate(() -> (Set<Share>) new LinkedHashSet<Share>()).limit(Long.SIZE).toList();

  private long held;

  HeldBytes(long most) {
    this.most = most;
  }

  /// As many as leave the rest of the program most of the heap.
  static HeldBytes ofHeap() {
    return new HeldBytes(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  /// A request that holds nothing so far.
  ///
  /// @param crowdedOut told, on whatever thread, that what it holds is no longer its own, and to be
  ///   let go of soon
  Share share(Runnable crowdedOut) {
    return new Share(crowdedOut);
  }

  /// What is held now.
  synchronized long now() {
    return held;
  }

  /// What one request holds.
  final class Share {
    private final Runnable crowdedOut;
    private long bytes;
    private boolean out;

    private Share(Runnable crowdedOut) {
      this.crowdedOut = crowdedOut;
    }

    /// Takes room for bytes; tells whether there was any. There is none for who was crowded out.
    boolean take(long more) {
      synchronized (HeldBytes.this) {
        if (out || !makeRoom(more)) {
          return false;
        }
        moveTo(bytes + more);
        return true;
      }
    }

    /// Gives all room back.
    void giveBack() {
      synchronized (HeldBytes.this) {
        moveTo(0);
      }
    }

    private boolean makeRoom(long more) {
      while (held + more > most) {
        Share largest = largest(bits(bytes + more));
        if (largest == null) {
          return false;
        }
        largest.moveTo(0);
        largest.out = true;
        largest.crowdedOut.run();
      }
      return true;
    }

    private void moveTo(long now) {
      if (bits(now) != bits(bytes)) {
        bySize.get(bits(bytes)).remove(this);
        if (now > 0) {
          bySize.get(bits(now)).add(this);
        }
      }
      held += now - bytes;
      bytes = now;
    }
  }

  /// Of those that hold more than a number of bits tells, one of those that hold most.
  private @Nullable Share largest(int bits) {
    for (int more = Long.SIZE - 1; more > bits; more--) {
      for (Share first : bySize.get(more)) {
        return first;
      }
    }
    return null;
  }

  private static int bits(long bytes) {
    return Long.SIZE - Long.numberOfLeadingZeros(bytes);
  }
}
