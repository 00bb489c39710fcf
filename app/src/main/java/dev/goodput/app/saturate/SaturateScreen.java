package dev.goodput.app.saturate;

import dev.goodput.lab.saturation.SaturationListener;
import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.LoadAxis;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.words.Figures;
import java.util.List;

/// A listener that prints the state of a saturation run beside the progress of each level.
///
/// @param view the output
/// @param notes receives what the run must keep
record SaturateScreen(ProgressView view, List<String> notes) implements SaturationListener {
  @Override
  public void floods(long sessions) {
    view.status("saturate: flooded, " + Figures.count(sessions) + " at once");
  }

  @Override
  public void flooded(long sessions, double rps) {
    view.status(
        "saturate: a flood of "
            + Figures.count(sessions)
            + " is answered at "
            + Figures.number(rps)
            + " req/s");
  }

  @Override
  public void tries(LoadAxis axis, double load, boolean refining) {
    String why = refining ? ", to know more exactly" : "";
    view.status("saturate: " + axis.text(load) + why + "; Ctrl-C keeps what there is");
  }

  @Override
  public void measured(CurvePoint point, Curve curve) {
    view.status(
        "saturate: %s: %s output tok/s (±%s)"
            .formatted(
                curve.axis().text(point.load()),
                Figures.number(point.tps()),
                Figures.number(point.throughput().halfWidth())));
  }

  @Override
  public void endedEarly(LoadAxis axis, double load, String why) {
    notes.add("the level of %s was ended early: %s".formatted(axis.text(load), why));
  }

  @Override
  public void profiles(LoadAxis axis, double load) {
    view.status("saturate: once more with " + axis.text(load) + ", for the profiler");
  }
}
