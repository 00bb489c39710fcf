package dev.goodput.report.model;

import java.util.List;

/// What was found of two servers, or of one directly and through a proxy, as every medium shows it.
///
/// @param command that found it: `gate`
/// @param facts the settings, by name
/// @param about the same in lines of their own
/// @param verdicts most important first, in groups; the very first is the headline
/// @param sections tables of figures
/// @param notes what a reader must know, a sentence each
/// @param notesApart whether a terminal shows a blank line behind the notes
/// @param checks for continuous integration, the verdict on all last
/// @param next what to type next
public record Summary(
    String command,
    List<Fact> facts,
    List<String> about,
    List<List<Verdict>> verdicts,
    List<Section> sections,
    List<String> notes,
    boolean notesApart,
    List<Check> checks,
    NextStep next) {
  /// The verdict that answers what was measured for.
  public Verdict headline() {
    return verdicts.getFirst().getFirst();
  }

  /// A table of figures.
  ///
  /// @param title a line before it in Markdown; may be empty
  /// @param sample how much it rests on, shown by a terminal in the header of the first column
  public record Section(String title, String sample, Table table) {}
}
