package dev.goodput.report.words;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rates;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the machine did per second.
public final class RateText {
  private RateText() {}

  /// Each rate that is known, with its unit: `output 292 tok/s`, `1.55 requests/s completed`.
  ///
  /// Where request goodput is known, the completed rate is left out: goodput counts the requests
  /// that started in the window, and is shown as a part of these. Those that ended in the window
  /// are others, and may be fewer than the good ones.
  public static List<String> parts(LevelResult level) {
    Rates rates = level.rates();
    boolean judged = level.goodput() != null && GoodputTable.unknown(level).isEmpty();
    List<String> parts = new ArrayList<>();
    put("output ", rates.outputTps(), " tok/s", parts);
    put("input ", rates.inputTps(), " tok/s", parts);
    put("", judged ? null : rates.rps(), " requests/s completed", parts);
    parts.addAll(InFlightText.parts(rates));
    put("", rates.outputTpsPerUser(), " output tok/s per user", parts);
    return parts;
  }

  private static void put(String before, @Nullable Double value, String unit, List<String> parts) {
    if (value != null) {
      parts.add(before + Figures.number(value) + unit);
    }
  }
}
