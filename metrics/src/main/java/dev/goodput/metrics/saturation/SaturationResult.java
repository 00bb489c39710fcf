package dev.goodput.metrics.saturation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the levels showed.
///
/// @param axis what grew
/// @param ending why no more was tried
/// @param reason the same in a sentence's rest: `32 and 64 users brought no more than 16`
/// @param curve output over load
/// @param floods what was answered when everything came at once, ever more in an open loop; empty
///   where that was not tried
/// @param profiled the level that ran with the server's profiler and is no part of the curve; -1
///   for none
/// @param brokenOff why what was to follow the heaviest load is not all there: loads in between, a
///   flood, the profiler; null where it is
public record SaturationResult(
    LoadAxis axis,
    Ending ending,
    String reason,
    Curve curve,
    List<Flood> floods,
    int profiled,
    @Nullable String brokenOff) {
  /// Copies the floods.
  public SaturationResult {
    floods = List.copyOf(floods);
  }

  /// Returns the one that counts; null if none does.
  public @Nullable Flood flood() {
    return floods.isEmpty() ? null : floods.getLast();
  }

  /// Whether more at once would bring no higher rate: in an open loop twice as many did not, and in
  /// a closed one as many come as are sure to fill the server.
  public boolean floodSettled() {
    return !axis.open() || Flood.settled(floods);
  }

  /// Why no more was tried.
  public enum Ending {
    /// More load brought nothing.
    SATURATED("saturated"),
    /// The heaviest load that was to be tried still brought more.
    TOP("top"),
    /// Too many requests failed for more load to make sense.
    FAILING("failing"),
    /// The client was the bottleneck.
    CLIENT_BOUND("client_bound"),
    /// The server answered nothing any more.
    UNSTABLE("unstable"),
    /// Nothing of the lightest load fell due in its measurement window.
    NOT_JUDGED("not_judged"),
    /// Somebody ended it.
    INTERRUPTED("interrupted");

    private final String key;

    Ending(String key) {
      this.key = key;
    }

    /// Returns the key used in documents.
    public String key() {
      return key;
    }

    /// The ending of a word; null for none.
    public static @Nullable Ending named(String word) {
      for (Ending ending : values()) {
        if (ending.key.equals(word)) {
          return ending;
        }
      }
      return null;
    }
  }
}
