package dev.goodput.validation.simulator;

import dev.goodput.report.words.Figures;
import dev.goodput.report.words.TextLayout;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The text of a simulator validation for people, 80 columns wide.
public final class ValidationText {
  private static final int WIDTH = 80;

  private ValidationText() {}

  /// Returns the text.
  public static String of(ValidationReport report) {
    StringBuilder text = new StringBuilder();
    report.validations().forEach(validation -> describe(validation, text));
    ablations(report.ablations(), text);
    cliffs(report.cliffs(), text);
    return text.toString();
  }

  private static void describe(Validation validation, StringBuilder text) {
    EngineProfile profile = validation.profile();
    line(text, "%n%s", validation.log().name());
    paragraph(fitted(validation), text);
    line(
        text,
        "%s · %s%n%s at once · %s tokens a step · %s KV blocks",
        profile.label(),
        Figures.counted(validation.log().entries().size(), "request"),
        Figures.count(profile.limits().maxNumSeqs()),
        Figures.count(profile.limits().maxNumBatchedTokens()),
        Figures.count(validation.log().setup().kvBlocks()));
    validation.notes().forEach(note -> paragraph("note " + note, text));
    line(text, "%n %-12s %12s %12s %9s", "", "measured", "simulated", "error");
    rows(validation, text);
    line(
        text,
        " %-12s %35s  over %d statistics",
        "rms",
        percent(validation.rmsRelativeError()),
        validation.errors().size());
  }

  private static void rows(Validation validation, StringBuilder text) {
    for (LatencyError error : validation.errors()) {
      line(
          text,
          " %-12s %12s %12s %+7.1f %%",
          title(error.name()),
          Figures.duration(error.measuredMillis()),
          Figures.duration(error.simulatedMillis()),
          Math.round(1000 * error.relative()) / 10.0); // never −0.0
    }
  }

  private static String fitted(Validation validation) {
    if (validation.fitted().isEmpty()) {
      return "nothing fitted";
    }
    return "fitted to this log: "
        + validation.fitted().stream()
            .map(parameter -> value(parameter, validation.profile()))
            .collect(Collectors.joining(", "));
  }

  private static String value(Parameter parameter, EngineProfile profile) {
    double value = parameter.of(profile.efficiency());
    return parameter.label()
        + " "
        + (parameter == Parameter.OVERHEAD
            ? Figures.duration(value * 1000)
            : Figures.number(value));
  }

  private static void ablations(Map<Ablation, Double> ablations, StringBuilder text) {
    if (!ablations.isEmpty()) {
      line(text, "%nWhat each term is worth: rms error of the second table without it%n");
      ablations.forEach((term, error) -> line(text, " %-28s %9s", term.label(), percent(error)));
    }
  }

  private static void cliffs(List<Cliff> cliffs, StringBuilder text) {
    if (!cliffs.isEmpty()) {
      line(text, "%nCliffs, on a simulated H100 with Llama-3.1-8B%n");
      for (Cliff cliff : cliffs) {
        line(text, " %s", cliff.what());
        line(
            text,
            "   %-12s %12s  →  %s",
            cliff.figure(),
            figure(cliff, cliff.before()),
            figure(cliff, cliff.beyond()));
      }
    }
  }

  private static String figure(Cliff cliff, double value) {
    return cliff.unit().isEmpty() ? percent(value) : Figures.duration(value);
  }

  private static String title(String name) {
    String[] parts = name.split("_", 2);
    return parts[0].toUpperCase(Locale.ROOT) + " " + parts[1];
  }

  private static String percent(double share) {
    return Figures.number(100 * share) + " %";
  }

  private static void paragraph(String words, StringBuilder text) {
    TextLayout.lines(words, WIDTH).forEach(part -> line(text, "%s", part));
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format + "%n", values));
  }
}
