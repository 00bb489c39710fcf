package dev.goodput.metrics.traffic;

import java.util.Comparator;

/// The labels of one series. A value is `""` where it is not known, and in a roll-up where the
/// series is of all values; [#OTHER] where its label had too many.
///
/// @param model as the client asked for it
/// @param tenant whose
/// @param route by its configured name, or the path
/// @param upstream by its configured name
/// @param sloClass the SLO class
public record TrafficLabels(
    String model, String tenant, String route, String upstream, String sloClass)
    implements Comparable<TrafficLabels> {
  /// Stands for the values beyond a label's cap.
  public static final String OTHER = "other";

  /// The labels of all traffic.
  public static final TrafficLabels ALL = new TrafficLabels("", "", "", "", "");

  private static final Comparator<TrafficLabels> ORDER =
      Comparator.comparing(TrafficLabels::model)
          .thenComparing(TrafficLabels::tenant)
          .thenComparing(TrafficLabels::route)
          .thenComparing(TrafficLabels::upstream)
          .thenComparing(TrafficLabels::sloClass);

  /// A label's value.
  public String get(TrafficLabel label) {
    return switch (label) {
      case MODEL -> model;
      case TENANT -> tenant;
      case ROUTE -> route;
      case UPSTREAM -> upstream;
      case SLO_CLASS -> sloClass;
    };
  }

  /// The labels of a roll-up: one value, all others of every value.
  static TrafficLabels only(TrafficLabel label, String value) {
    return new TrafficLabels(
        label == TrafficLabel.MODEL ? value : "",
        label == TrafficLabel.TENANT ? value : "",
        label == TrafficLabel.ROUTE ? value : "",
        label == TrafficLabel.UPSTREAM ? value : "",
        label == TrafficLabel.SLO_CLASS ? value : "");
  }

  @Override
  public int compareTo(TrafficLabels that) {
    return ORDER.compare(this, that);
  }
}
