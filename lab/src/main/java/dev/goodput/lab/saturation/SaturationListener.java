package dev.goodput.lab.saturation;

import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.LoadAxis;

/// A listener for the progress of the experiment. It is called on the experiment's thread and must
/// return quickly.
public interface SaturationListener {
  /// A listener that does nothing.
  SaturationListener SILENT = new SaturationListener() {};

  /// Called when this many sessions, or single requests, start at once.
  default void floods(long sessions) {}

  /// Called with the rate at which a flood's requests were answered, per second.
  default void flooded(long sessions, double rps) {}

  /// Called when a load is tried.
  ///
  /// @param axis the load's unit, as far as known
  /// @param refining whether a heavier load has been tried before and this one refines the result
  default void tries(LoadAxis axis, double load, boolean refining) {}

  /// Called with the result of a load.
  ///
  /// @param curve all that is known by now
  default void measured(CurvePoint point, Curve curve) {}

  /// Called when a level was ended before its plan was complete because requests piled up.
  default void endedEarly(LoadAxis axis, double load, String why) {}

  /// Called when the load at the saturation point is repeated while the server's profiler runs.
  default void profiles(LoadAxis axis, double load) {}
}
