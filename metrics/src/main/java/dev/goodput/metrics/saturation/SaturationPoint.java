package dev.goodput.metrics.saturation;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The lowest load at which a server is saturated.
///
/// @param at that load
/// @param before the next lower one that was measured, which is not; null where the lowest is
/// @param from each reason that holds, and the lowest load from which on it does; at least one
/// @param doubt what is not shown of it; null where nothing is in doubt
public record SaturationPoint(
    CurvePoint at,
    @Nullable CurvePoint before,
    Map<Reason, CurvePoint> from,
    @Nullable Doubt doubt) {

  /// What saturated means.
  public enum Reason {
    /// Its output is like the largest, and half as much load again brings no more, or less.
    FLAT("flat"),
    /// An SLO is missed, here and at all heavier loads.
    SLO("slo_missed"),
    /// Requests in flight grow as long as it is asked, here and at all heavier loads.
    BACKLOG("backlog"),
    /// More requests fail than are allowed, here and at all heavier loads.
    FAILING("failing");

    private final String word;

    Reason(String word) {
      this.word = word;
    }

    /// The word that programs read.
    public String word() {
      return word;
    }
  }

  /// Why a server may be saturated elsewhere.
  public enum Doubt {
    /// Nothing but flat output shows it, and noise may hide that more load brings a fifth more.
    NOISE("noise"),
    /// Sessions stay so long that a level of its length never has all of its load.
    LONG_SESSIONS("long_sessions");

    private final String word;

    Doubt(String word) {
      this.word = word;
    }

    /// The word that programs read.
    public String word() {
      return word;
    }
  }

  /// Copies the reasons.
  public SaturationPoint {
    from = Collections.unmodifiableMap(new EnumMap<>(from));
  }

  SaturationPoint with(Doubt other) {
    return new SaturationPoint(at, before, from, other);
  }

  /// Those that hold at the point itself.
  public List<Reason> reasons() {
    return from.entrySet().stream()
        .filter(reason -> reason.getValue().equals(at))
        .map(Map.Entry::getKey)
        .toList();
  }
}
