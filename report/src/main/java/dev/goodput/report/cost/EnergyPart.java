package dev.goodput.report.cost;

import dev.goodput.metrics.result.Energy;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.observe.EnergyUse;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Fact;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.server.ServerLevel;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The electric energy of a level, in each form.
///
/// @param use what the devices used
/// @param figures the energy per unit of work; null if the energy is unknown
public record EnergyPart(EnergyUse use, @Nullable Energy figures) {
  /// Returns the energy of a level; empty if no device reported any.
  public static Optional<EnergyPart> of(ReportInput in, LevelResult level) {
    return in.servers()
        .of(level)
        .map(ServerLevel::energy)
        .map(use -> {
          Double watts = use.watts();
          return new EnergyPart(use, watts == null ? null : Energy.of(watts, level));
        });
  }

  /// Returns the energy as a fact: `0.42 J per output token · 812 W (95 W idle)`.
  public Fact fact() {
    return new Fact("energy", String.join(LevelFigures.DOT, parts()));
  }

  private List<String> parts() {
    if (figures == null) {
      return List.of("unknown: " + use.problem());
    }
    List<String> parts = new ArrayList<>();
    add(figures.perOutputToken(), " J per output token", parts);
    add(figures.perGoodToken(), " J per good token", parts);
    add(figures.perRequest(), " J per request", parts);
    add(figures.outputTpsPerWatt(), " output tok/s per W", parts);
    parts.add(power(figures));
    if (use.resets() > 0) {
      parts.add(Figures.counted(use.resets(), "counter reset") + " bridged");
    }
    if (use.gapSeconds() > 0) {
      parts.add(Figures.number(use.gapSeconds()) + " s without readings bridged");
    }
    return parts;
  }

  private String power(Energy known) {
    String idle =
        use.idleWatts() == null ? "" : " (" + Figures.number(use.idleWatts()) + " W idle)";
    return Figures.number(known.watts()) + " W" + idle;
  }

  /// Returns joules per output token; null if unknown.
  public @Nullable Double perOutputToken() {
    return figures == null ? null : figures.perOutputToken();
  }

  /// Returns the note of a card: the power and how many devices it is of.
  public String note() {
    String devices = "of " + Figures.counted(use.devices().size(), "device");
    return figures == null ? use.problem() : power(figures) + " " + devices;
  }

  private static void add(@Nullable Double value, String unit, List<String> parts) {
    if (value != null) {
      parts.add(Figures.number(value) + unit);
    }
  }

  /// Returns the `energy` part of a level in the result document.
  public JsonObject fields() {
    JsonObject fields =
        new JsonObject()
            .number("joules", use.joules())
            .number("mean_w", use.watts())
            .number("idle_w", use.idleWatts());
    if (figures != null) {
      fields
          .number("per_output_token_j", figures.perOutputToken())
          .number("per_good_token_j", figures.perGoodToken())
          .number("per_request_j", figures.perRequest())
          .number("output_tps_per_w", figures.outputTpsPerWatt())
          .number("output_tps_per_mw", figures.outputTpsPerMegawatt());
    }
    return fields
        .text("problem", use.problem())
        .texts("metrics", metrics())
        .objects("devices", use.devices(), EnergyPart::device);
  }

  private List<String> metrics() {
    return List.copyOf(
        use.devices().stream()
            .map(EnergyUse.Device::metric)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static JsonObject device(EnergyUse.Device device) {
    return new JsonObject()
        .text("name", device.name())
        .number("mean_w", device.watts())
        .number("covered_share", Math.min(1, device.covered()))
        .number("gap_s", device.gapSeconds() > 0 ? Double.valueOf(device.gapSeconds()) : null)
        .whole("resets", device.resets() > 0 ? Long.valueOf(device.resets()) : null);
  }
}
