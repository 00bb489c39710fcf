package dev.goodput.workload.arrival;

import dev.goodput.workload.arrival.Arrivals.Stage;
import dev.goodput.workload.input.WorkloadException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The parser of [Arrivals.Stages#parse].
final class StagesParser {
  private static final String NUMBER = "(\\d+(?:\\.\\d+)?)";
  private static final Pattern STAGE =
      Pattern.compile(
          "\\s*" + NUMBER + "(?:\\s*-\\s*" + NUMBER + ")?\\s*:\\s*" + NUMBER + "(ms|s|m|h)\\s*");

  private StagesParser() {}

  static List<Stage> parse(String text) {
    List<Stage> stages = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      stages.add(stage(text, part));
    }
    return stages;
  }

  private static Stage stage(String text, String part) {
    Matcher matcher = STAGE.matcher(part);
    if (!matcher.matches()) {
      throw new WorkloadException.Syntax(
          "cannot read stage \""
              + part.strip()
              + "\" of \""
              + text
              + "\": expected RATE:LENGTH or RATE-RATE:LENGTH, each length with its unit (ms, s, m,"
              + " h), for example 2:30s,2-20:1m,20:30s");
    }
    double from = Double.parseDouble(matcher.group(1));
    double to = matcher.group(2) == null ? from : Double.parseDouble(matcher.group(2));
    return new Stage(from, to, Double.parseDouble(matcher.group(3)) * seconds(matcher.group(4)));
  }

  private static double seconds(String unit) {
    return switch (unit) {
      case "ms" -> 0.001;
      case "m" -> 60;
      case "h" -> 3600;
      default -> 1;
    };
  }
}
