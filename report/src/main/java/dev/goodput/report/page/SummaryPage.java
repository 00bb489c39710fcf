package dev.goodput.report.page;

import dev.goodput.record.Manifest;
import dev.goodput.report.model.Fact;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.model.Summary;
import dev.goodput.report.terminal.SummaryText;
import dev.goodput.report.words.Headline;
import dev.goodput.report.words.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The page of what was found of two servers, in one file of the same family as a run's.
///
/// @param entry module that draws the page
/// @param title of the window
/// @param sections the page's parts
/// @param summary what was found; its first two facts are the two servers
/// @param manifest of the run that found it
public record SummaryPage(
    String entry,
    String title,
    List<PageFile.Section> sections,
    Summary summary,
    Manifest manifest) {
  private static final int COLUMNS = 100;

  /// Copies the list.
  public SummaryPage {
    sections = List.copyOf(sections);
  }

  /// The first fields of the page's data, to which a subject adds its own.
  ///
  /// @param heading of the page
  public JsonObject data(String heading, String subtitle) {
    String command = manifest.text("run.command").orElse("goodput " + summary.command());
    String generator = "goodput " + manifest.text("goodput.version").orElse("");
    return PageFile.data(heading, SafeText.text(subtitle), SafeText.text(command), generator);
  }

  /// The page as text.
  ///
  /// @param data the first fields with those of the subject
  /// @param document for programs
  public String html(JsonObject data, ObjectNode document) {
    List<Fact> facts = new ArrayList<>(summary.facts().subList(0, 2));
    manifest
        .text("run.started")
        .map(Headline::date)
        .map(SummaryPage::started)
        .ifPresent(facts::add);
    data.texts("notes", summary.notes().stream().map(SafeText::text).toList())
        .facts("facts", facts.stream().map(SummaryPage::safe).toList())
        .document("document", document);
    String text = SummaryText.render(summary, COLUMNS, false, Optional.empty());
    return PageFile.html(SafeText.text(title), sections, text, data.node().toString(), entry);
  }

  private static Fact started(String date) {
    return new Fact("started", date);
  }

  private static Fact safe(Fact fact) {
    return new Fact(fact.name(), SafeText.text(fact.text()));
  }
}
