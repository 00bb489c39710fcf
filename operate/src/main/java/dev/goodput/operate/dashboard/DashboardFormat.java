package dev.goodput.operate.dashboard;

import dev.goodput.operate.slo.SloFile;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The systems that dashboards are generated for.
public enum DashboardFormat {
  /// Classic dashboard JSON of Grafana.
  GRAFANA,
  /// Dashboard JSON of Datadog.
  DATADOG;

  /// Returns the formats' words.
  public static List<String> words() {
    return Stream.of(values()).map(DashboardFormat::word).toList();
  }

  /// Returns the format of a word.
  public static Optional<DashboardFormat> find(String word) {
    return Stream.of(values()).filter(format -> format.word().equals(word)).findFirst();
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns the dashboard in this format.
  ///
  /// @param slo the SLOs whose thresholds the panels show; null for none
  public String text(@Nullable SloFile slo) {
    Thresholds thresholds = new Thresholds(slo);
    List<PanelRow> rows = PanelRow.all(thresholds.period());
    return switch (this) {
      case GRAFANA -> new GrafanaDashboard(thresholds).text(rows);
      case DATADOG -> new DatadogDashboard(thresholds).text(rows);
    };
  }
}
