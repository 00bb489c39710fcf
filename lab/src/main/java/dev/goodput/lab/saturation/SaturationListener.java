package dev.goodput.lab.saturation;

import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.LoadAxis;

/// Hears how it goes, on the experiment's thread; what it does there must be short.
public interface SaturationListener {
  /// Hears nothing.
  SaturationListener SILENT = new SaturationListener() {};

  /// So many sessions, or requests of their own, come at once.
  default void floods(long sessions) {}

  /// Their requests were answered at so many per second.
  default void flooded(long sessions, double rps) {}

  /// A load is tried.
  ///
  /// @param axis what it is of, as far as is known
  /// @param refining whether a heavier one has been tried before, and this is to know more exactly
  default void tries(LoadAxis axis, double load, boolean refining) {}

  /// What came of it.
  ///
  /// @param curve all that is known by now
  default void measured(CurvePoint point, Curve curve) {}

  /// A level was ended before its plan was over, as requests piled up.
  default void endedEarly(LoadAxis axis, double load, String why) {}

  /// The load at the saturation point comes again, while the server's profiler runs.
  default void profiles(LoadAxis axis, double load) {}
}
