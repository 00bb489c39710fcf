package dev.goodput.app.review;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.RequestEvents;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupJson;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.WindowRollup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Roll-ups of a gateway's log.
final class PlantedRollups {
  private PlantedRollups() {}

  /// Writes the roll-ups of each minute of the log, as the job of many gateways would.
  ///
  /// @param rows first lines of the file
  static Path write(Path log, Path file, String... rows) throws IOException {
    TrafficPlan plan = TrafficPlan.DEFAULTS.withSlo("chat", Slo.parse("chat"));
    Map<RollupKey, TreeMap<Long, Rollup>> sums = new HashMap<>();
    try (Stream<Path> runs = Files.list(log)) {
      for (Path each : runs.sorted().toList()) {
        RunDirectory run = RunDirectory.open(each);
        Instant started = Instant.parse(run.manifest().require("run.started"));
        RequestEvents maker =
            new RequestEvents(plan, each.toString(), 0, started.toEpochMilli() * 1000);
        run.read(entry -> {
          if (entry instanceof RequestRecord request) {
            RequestEvent event = maker.next(request);
            sums.computeIfAbsent(RollupKey.of(event.labels()), any -> new TreeMap<>())
                .computeIfAbsent(
                    event.endedMillis() / 60_000 * 60_000,
                    any -> new Rollup(SparseHistogram.FINE_BITS))
                .add(event);
          }
        });
      }
    }
    List<String> lines = new ArrayList<>(List.of(rows));
    sums.forEach((key, windows) ->
        windows.forEach((start, each) ->
            lines.add(RollupJson.write(new WindowRollup(start, 60_000, key, each)))));
    return Files.write(file, lines);
  }
}
