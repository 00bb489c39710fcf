package dev.goodput.load;

/// A deterministic part of a schedule, for one of several machines that ask one server together.
///
/// Sessions are dealt out in the order of the schedule: of `n` slices the first takes the first
/// session, the `n + 1`st, and so on. Every machine makes the whole schedule from the same seed and
/// asks its own part, so that the slices together are the schedule, to the request and the
/// nanosecond.
///
/// @param number which one, from 1
/// @param of how many there are
public record Slice(int number, int of) {
  /// Most machines.
  public static final int MOST = 1000;

  /// All of it.
  public static final Slice WHOLE = new Slice(1, 1);

  /// Checks the range.
  ///
  /// @throws IllegalArgumentException where there is no such slice
  public Slice {
    if (of < 1 || of > MOST || number < 1 || number > of) {
      throw new IllegalArgumentException("no slice " + number + " of " + of);
    }
  }

  /// Whether a session is in it.
  ///
  /// @param session its place in the schedule, from 0
  boolean holds(long session) {
    return session % of == number - 1;
  }

  /// How many of so many, dealt out one by one, are in it.
  public long share(long count) {
    return count / of + (count % of >= number ? 1 : 0);
  }

  /// As it is typed: `2/4`.
  @Override
  public String toString() {
    return number + "/" + of;
  }
}
