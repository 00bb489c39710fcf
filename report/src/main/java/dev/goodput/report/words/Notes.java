package dev.goodput.report.words;

import dev.goodput.metrics.LevelResult;
import dev.goodput.report.ReportInput;
import java.util.ArrayList;
import java.util.List;

/// What a reader must know beside the figures: interruptions, twins, warnings with their remedy.
public final class Notes {
  private Notes() {}

  /// The notes on the run and on a level of it, most important first.
  public static List<String> of(ReportInput in, LevelResult level) {
    List<String> notes = new ArrayList<>(in.notes());
    notes.addAll(ofLevel(in, level));
    return notes;
  }

  /// The notes on a level alone.
  public static List<String> ofLevel(ReportInput in, LevelResult level) {
    List<String> notes = new ArrayList<>();
    notes.addAll(level.client().notes());
    notes.addAll(level.warnings());
    long undefined = level.latencies().tpotUndefined();
    if (undefined > 0) {
      notes.add(
          Figures.count(undefined)
              + (undefined == 1 ? " answer" : " answers")
              + " of fewer than two tokens: no TPOT, left out of it");
    }
    in.fact("workload.skipped")
        .filter(skipped -> !skipped.equals("0"))
        .ifPresent(skipped ->
            notes.add(
                skipped + " requests of the workload cannot fit the model and were left out"));
    return notes;
  }
}
