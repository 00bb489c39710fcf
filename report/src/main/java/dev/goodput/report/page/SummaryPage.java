package dev.goodput.report.page;

import dev.goodput.record.Manifest;
import dev.goodput.report.model.Fact;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.model.Summary;
import dev.goodput.report.terminal.SummaryText;
import dev.goodput.report.words.RunFacts;
import dev.goodput.report.words.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The page of what was found of two servers, in one file of the same family as a run's.
///
/// @param entry module that draws the page
/// @param sections the page's parts
/// @param summary what was found; its first two facts are the two servers
/// @param manifest of the run that found it
public record SummaryPage(
    String entry, List<PageFile.Section> sections, Summary summary, Manifest manifest) {
  private static final int COLUMNS = 100;

  /// Copies the list.
  public SummaryPage {
    sections = List.copyOf(sections);
  }

  /// The first fields of the page's data, to which a subject adds its own.
  public JsonObject data(String subtitle) {
    String command = manifest.text("run.command").orElse("goodput " + summary.command());
    String generator = "goodput " + manifest.text("goodput.version").orElse("");
    return PageFile.data(title(), SafeText.text(subtitle), SafeText.text(command), generator);
  }

  /// The page as text.
  ///
  /// @param data the first fields with those of the subject
  /// @param document for programs
  public String html(JsonObject data, ObjectNode document) {
    List<Fact> facts = new ArrayList<>(summary.facts().subList(0, 2));
    manifest
        .text("run.started")
        .map(RunFacts::date)
        .map(SummaryPage::started)
        .ifPresent(facts::add);
    data.texts("notes", summary.notes().stream().map(SafeText::text).toList())
        .facts("facts", facts.stream().map(SummaryPage::safe).toList())
        .document("document", document);
    String text = SummaryText.render(summary, COLUMNS, false, Optional.empty());
    return PageFile.html(title(), sections, text, data.node().toString(), entry);
  }

  /// The answer, as the title of window and page.
  private String title() {
    return SafeText.text(summary.headline().headline());
  }

  private static Fact started(String date) {
    return new Fact("started", date);
  }

  private static Fact safe(Fact fact) {
    return new Fact(fact.name(), SafeText.text(fact.text()));
  }
}
