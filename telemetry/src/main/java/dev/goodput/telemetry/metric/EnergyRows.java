package dev.goodput.telemetry.metric;

import dev.goodput.metrics.server.MetricUnit;
import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.UpstreamEnergy;
import dev.goodput.telemetry.metric.MetricRow.Kind;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Electric power and energy of the upstreams, and the part of it that is attributed to requests.
final class EnergyRows {
  private EnergyRows() {}

  static List<MetricRow> all() {
    return List.of(
        upstream(
            "power",
            Kind.GAUGE,
            MetricUnit.WATTS,
            "Electric power of all devices of the upstream; absent while it is unknown",
            UpstreamEnergy::watts),
        upstream(
            "energy",
            Kind.COUNTER,
            MetricUnit.JOULES,
            "Electric energy of all devices of the upstream, while it is known",
            UpstreamEnergy::joules),
        upstream(
            "unattributed_energy",
            Kind.COUNTER,
            MetricUnit.JOULES,
            "Energy of minutes in which no output token arrived, which belongs to no request",
            UpstreamEnergy::unattributedJoules),
        upstream(
            "power_unknown",
            Kind.COUNTER,
            MetricUnit.SECONDS,
            "Time in which the power of a device of the upstream was unknown; no energy covers it",
            UpstreamEnergy::unknownSeconds),
        SeriesRows.series(
            "attributed_energy",
            MetricUnit.JOULES,
            "Share of the upstream's energy by output tokens, minute by minute, one to two minutes"
                + " late",
            List.of(),
            EnergyRows::known,
            (counts, receiver) -> receiver.point(counts.joules())));
  }

  /// Returns whether energy of the series' upstream is known, so that the counter starts at 0 and
  /// its first minute is part of every rate.
  private static boolean known(TrafficSnapshot snapshot, TrafficLabels labels) {
    return snapshot.energy().stream().anyMatch(each -> each.upstream().equals(labels.upstream()));
  }

  private static MetricRow upstream(
      String name,
      Kind kind,
      MetricUnit unit,
      String help,
      Function<UpstreamEnergy, @Nullable Double> value) {
    return new MetricRow(
        name,
        kind,
        unit,
        help,
        List.of("upstream"),
        (source, points) ->
            source
                .snapshot()
                .energy()
                .forEach(each -> points.add(value.apply(each), each.upstream())));
  }
}
