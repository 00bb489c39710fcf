package dev.goodput.metrics.traffic;

import java.util.Comparator;

/// The labels of one series. A value is `""` if it is unknown, or if a roll-up covers all values;
/// it is [#OTHER] if its label had too many values.
///
/// @param model the model named in the request
/// @param tenant the tenant who sent it
/// @param route the route's configured name, or the path
/// @param upstream the upstream's configured name
/// @param sloClass the SLO class
public record TrafficLabels(
    String model, String tenant, String route, String upstream, String sloClass)
    implements Comparable<TrafficLabels> {
  /// The value for all values beyond a label's cap.
  public static final String OTHER = "other";

  /// The labels of all traffic.
  public static final TrafficLabels ALL = new TrafficLabels("", "", "", "", "");

  private static final Comparator<TrafficLabels> ORDER =
      Comparator.comparing(TrafficLabels::model)
          .thenComparing(TrafficLabels::tenant)
          .thenComparing(TrafficLabels::route)
          .thenComparing(TrafficLabels::upstream)
          .thenComparing(TrafficLabels::sloClass);

  /// Returns a label's value.
  public String get(TrafficLabel label) {
    return switch (label) {
      case MODEL -> model;
      case TENANT -> tenant;
      case ROUTE -> route;
      case UPSTREAM -> upstream;
      case SLO_CLASS -> sloClass;
    };
  }

  /// Returns the labels of a roll-up: one label has a value, the others cover all values.
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
