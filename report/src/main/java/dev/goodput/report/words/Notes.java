package dev.goodput.report.words;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.LevelEnded;
import dev.goodput.report.ReportInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a reader must know in addition to the figures: interruptions, repeated levels, warnings
/// with their remedy.
public final class Notes {
  private Notes() {}

  /// The notes on the run, and that a part of it is lost.
  public static List<String> ofRun(ReportInput in) {
    List<String> notes = new ArrayList<>(in.notes());
    if (!in.state().sentence().isEmpty()) {
      notes.addFirst(in.state().sentence());
    }
    return notes;
  }

  /// The notes on the run and on a level of it, most important first.
  public static List<String> of(ReportInput in, LevelResult level) {
    List<String> notes = new ArrayList<>(in.notes());

    // A level without its users must not be taken for what it was to be, whichever is looked at.
    in.result().levels().stream()
        .filter(other -> other.level() != level.level())
        .forEach(other -> usersWithoutTurn(other, notes));
    notes.addAll(ofLevel(in, level));
    return notes;
  }

  /// Returns which other levels have notes of their own that this level lacks; empty if none has.
  public static Optional<String> ofOthers(ReportInput in, LevelResult level) {
    List<String> own = of(in, level);
    String others =
        in.result().levels().stream()
            .filter(other ->
                !own.containsAll(ClientText.notes(other))
                    || !own.containsAll(WorkloadText.otherWarnings(in, other)))
            .map(other -> LevelName.of(in, other))
            .collect(Collectors.joining(", "));
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of("the page and --json have notes on " + others);
  }

  /// The notes on a level alone.
  public static List<String> ofLevel(ReportInput in, LevelResult level) {
    List<String> notes = new ArrayList<>();
    usersWithoutTurn(level, notes);
    notes.addAll(ClientText.notes(level));
    WorkloadText.promptNote(in, level.lengths()).ifPresent(notes::add);
    notes.addAll(WorkloadText.otherWarnings(in, level));
    in.servers().of(level).map(ServerText::notes).ifPresent(notes::addAll);
    long undefined = level.latencies().tpotUndefined();
    if (undefined > 0) {
      notes.add(
          Figures.counted(undefined, "response") + " of fewer than two tokens: excluded from TPOT");
    }
    notSent(in, notes);
    String rounds = WorkloadText.reuse(in, level);
    if (!rounds.isEmpty()) {
      notes.add(rounds);
    }
    return notes;
  }

  private static void usersWithoutTurn(LevelResult level, List<String> notes) {
    if (level.usersWithoutTurn() > 0) {
      notes.add(someUsers(level) + why(level));
    }
  }

  /// `only 16 of 20 users sent requests`.
  static String someUsers(LevelResult level) {
    return "only "
        + Figures.count(level.totals().sessions())
        + " of "
        + LevelName.of(level.load())
        + " sent requests";
  }

  // If time ended the level, the client or the workload had not reached them.
  private static String why(LevelResult level) {
    String remedy = level.longer().map(longer -> "; use " + longer).orElse("");
    if (level.window().cutShort()) {
      return ": the level was cut short";
    }
    return level.window().ending() == LevelEnded.Ending.COUNTED
        ? ": there were no more requests" + remedy
        : " before the level was over" + remedy;
  }

  private static void notSent(ReportInput in, List<String> notes) {
    long skipped = in.manifest().whole("workload.skipped").orElse(0);
    if (skipped > 0) {
      notes.add(
          Figures.counted(skipped, "request")
              + " of the workload excluded: "
              + in.fact("workload.skipped_reason").orElse("they cannot fit the model")
              + in.fact("workload.skipped_example").map(Notes::first).orElse(""));
    }
    long dropped = in.manifest().whole("workload.turns_dropped").orElse(0);
    if (dropped > 0) {
      notes.add(
          Figures.counted(dropped, "later turn")
              + " not sent, because the previous response failed");
    }
  }

  private static String first(String example) {
    return " (first " + example + ")";
  }
}
