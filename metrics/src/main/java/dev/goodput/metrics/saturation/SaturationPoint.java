package dev.goodput.metrics.saturation;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The lowest load at which a server is saturated.
///
/// @param at that load
/// @param before the next lower measured load, which is not saturated; null if there is none
/// @param from the reasons for saturation, each with the lowest load from which it holds; at least
///   one
/// @param doubt what remains unproven; null if nothing does
public record SaturationPoint(
    CurvePoint at,
    @Nullable CurvePoint before,
    Map<Reason, CurvePoint> from,
    @Nullable Doubt doubt) {

  /// The reason why a load counts as saturated.
  public enum Reason {
    /// Its output equals the largest, and half as much load again brings no more, or less.
    FLAT("flat"),
    /// An SLO is missed, here and at all heavier loads.
    SLO("slo_missed"),
    /// Requests in flight keep growing, here and at all heavier loads.
    BACKLOG("backlog"),
    /// More requests fail than is allowed, here and at all heavier loads.
    FAILING("failing");

    private final String key;

    Reason(String key) {
      this.key = key;
    }

    /// Returns the key used in documents.
    public String key() {
      return key;
    }
  }

  /// The reason why the real saturation point may be elsewhere.
  public enum Doubt {
    /// Only flat output shows it, and noise may hide that more load brings a fifth more.
    NOISE("noise"),
    /// Sessions last so long that a level of this length never reaches its full load.
    LONG_SESSIONS("long_sessions");

    private final String key;

    Doubt(String key) {
      this.key = key;
    }

    /// Returns the key used in documents.
    public String key() {
      return key;
    }
  }

  /// Copies the reasons.
  public SaturationPoint {
    from = Collections.unmodifiableMap(new EnumMap<>(from));
  }

  SaturationPoint with(Doubt other) {
    return new SaturationPoint(at, before, from, other);
  }

  /// Returns the reasons that hold at the point itself.
  public List<Reason> reasons() {
    return from.entrySet().stream()
        .filter(reason -> reason.getValue().equals(at))
        .map(Map.Entry::getKey)
        .toList();
  }
}
