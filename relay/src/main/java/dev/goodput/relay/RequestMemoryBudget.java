package dev.goodput.relay;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The memory budget for request bodies that a relay buffers on all of its loops: requests that
/// wait for a route or a connection, and copies kept for another attempt. When it is used up, one
/// of the largest holders is evicted in favor of a clearly smaller one, so that a few slow clients
/// cannot lock out the others. Thread-safe.
final class RequestMemoryBudget {
  private static final int SHARE_OF_HEAP = 4;

  private final long most;

  /// The shares that hold memory, by the bit length of their size; within a size, oldest first.
  private final List<Set<Share>> bySize =
      Stream.generate(() -> (Set<Share>) new LinkedHashSet<Share>()).limit(Long.SIZE).toList();

  private long held;

  RequestMemoryBudget(long most) {
    this.most = most;
  }

  /// Returns a budget of a quarter of the maximum heap.
  static RequestMemoryBudget ofHeap() {
    return new RequestMemoryBudget(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  /// Returns an empty share for one request.
  ///
  /// @param onEviction called, on any thread, when the share is evicted; the request must then drop
  ///   its buffer soon
  Share share(Runnable onEviction) {
    return new Share(onEviction);
  }

  /// Returns the bytes held now.
  synchronized long now() {
    return held;
  }

  /// The memory of one request.
  final class Share {
    private final Runnable onEviction;
    private long bytes;
    private boolean out;

    private Share(Runnable crowdedOut) {
      this.onEviction = crowdedOut;
    }

    /// Reserves more bytes. Returns false if there is no room or the share has been evicted.
    boolean take(long more) {
      synchronized (RequestMemoryBudget.this) {
        if (out || !makeRoom(more)) {
          return false;
        }
        moveTo(bytes + more);
        return true;
      }
    }

    /// Releases everything that this share holds.
    void release() {
      synchronized (RequestMemoryBudget.this) {
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
        largest.onEviction.run();
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

  /// Returns one of the largest shares among those whose size has more bits than this, or null.
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
