package dev.goodput.load;

/// A deterministic part of a schedule, for one of several machines that load one server together.
///
/// Sessions are dealt out in the order of the schedule: of `n` slices the first takes the first
/// session, the `n + 1`st, and so on. Every machine generates the whole schedule from the same seed
/// and sends its own part, so the slices together are exactly the schedule, to the request and the
/// nanosecond.
///
/// @param number number of this slice, from 1
/// @param of number of slices
public record Slice(int number, int of) {
  /// The highest number of slices.
  public static final int MAX = 1000;

  /// The whole schedule.
  public static final Slice WHOLE = new Slice(1, 1);

  /// Checks the range.
  ///
  /// @throws IllegalArgumentException if there is no such slice
  public Slice {
    if (of < 1 || of > MAX || number < 1 || number > of) {
      throw new IllegalArgumentException("no slice " + number + " of " + of);
    }
  }

  /// Returns whether a session belongs to this slice.
  ///
  /// @param session its index in the schedule, from 0
  boolean holds(long session) {
    return session % of == number - 1;
  }

  /// Returns how many of `count` items, dealt out one by one, belong to this slice.
  public long share(long count) {
    return count / of + (count % of >= number ? 1 : 0);
  }

  /// Returns the slice as it is written in options: `2/4`.
  @Override
  public String toString() {
    return number + "/" + of;
  }
}
