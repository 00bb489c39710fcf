package dev.goodput.operate.alert;

import dev.goodput.operate.slo.SloFile;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The systems that rules are generated for.
public enum RuleFormat {
  /// A rule file of Prometheus.
  PROMETHEUS,
  /// SLO files for Sloth.
  SLOTH,
  /// Monitors for Datadog.
  DATADOG,
  /// A routing example for Alertmanager.
  ALERTMANAGER;

  /// Returns the formats' words.
  public static List<String> words() {
    return Stream.of(values()).map(RuleFormat::word).toList();
  }

  /// Returns the format of a word.
  public static Optional<RuleFormat> find(String word) {
    return Stream.of(values()).filter(format -> format.word().equals(word)).findFirst();
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns the rules of a file in this format.
  ///
  /// @throws dev.goodput.wire.BadSettingException an SLO that the format cannot express
  public String text(SloFile file, RuleOptions options) {
    return switch (this) {
      case PROMETHEUS -> PrometheusRules.of(file, options);
      case SLOTH -> SlothSpec.of(file);
      case DATADOG -> DatadogMonitors.of(file);
      case ALERTMANAGER -> AlertmanagerRoutes.text();
    };
  }
}
