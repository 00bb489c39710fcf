package dev.goodput.report.page;

import dev.goodput.metrics.hop.Delays;
import dev.goodput.report.ReportFile;
import dev.goodput.report.hop.HopDocument;
import dev.goodput.report.hop.HopInput;
import dev.goodput.report.hop.HopSentences;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.terminal.SummaryText;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.Headline;
import dev.goodput.report.words.SafeText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `hop.html`: each duty of a proxy with its verdict, and what it adds in time, drawn with its
/// interval; one file of the same family as a run's.
public final class HopPage {
  private HopPage() {}

  /// Writes the page to a file, in place of what was there.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public static void write(HopInput in, Path file) {
    ReportFile.write(file, html(in));
  }

  /// The page as text.
  public static String html(HopInput in) {
    return PageFile.html(
        SafeText.text("what " + in.result().via() + " does to streams"),
        sections(),
        SummaryText.render(new HopSentences(in).summary(), 100, false, Optional.empty()),
        data(in).toString(),
        "hop");
  }

  private static Map<String, String> sections() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("duties", "Duties");
    names.put("delays", "Added delay");
    names.put("method", "Method");
    return names;
  }

  private static ObjectNode data(HopInput in) {
    HopSentences words = new HopSentences(in);
    ObjectNode node =
        new JsonObject()
            .text("schema", "goodput.page/1")
            .text("title", "The proxy is " + words.word())
            .text(
                "subtitle",
                SafeText.text(in.result().via() + " in front of " + in.result().direct()))
            .text("command", SafeText.text(in.manifest().text("run.command").orElse("goodput hop")))
            .text("generator", "goodput " + in.manifest().text("goodput.version").orElse(""))
            .objects("verdicts", List.of(LevelData.verdict(words.verdict())))
            .objects("duties", words.duties().stream().map(LevelData::verdict).toList())
            .objects("added", in.result().delays().added().stream().map(HopPage::added).toList())
            .whole("pairs", (long) in.result().delays().pairs())
            .number("most", in.result().mostAddedMillis())
            .texts("notes", in.notes().stream().map(SafeText::text).toList())
            .node();
    ArrayNode facts = node.putArray("facts");
    facts.addArray().add("direct").add(SafeText.text(in.result().direct()));
    facts.addArray().add("via").add(SafeText.text(in.result().via()));
    in.manifest()
        .text("run.started")
        .ifPresent(
            started -> facts.addArray().add("started").add(SafeText.text(Headline.date(started))));
    node.set("document", HopDocument.tree(in));
    return node;
  }

  private static JsonObject added(Delays.Added added) {
    String range =
        HopSentences.added(added.lowMillis()) + " to " + HopSentences.added(added.highMillis());
    return new JsonObject()
        .text("name", added.figure().title())
        .text("direct", Figures.duration(added.directMillis()))
        .text("via", Figures.duration(added.viaMillis()))
        .text("change", HopSentences.added(added.addedMillis()))
        .text("range", range)
        .number("middle", added.addedMillis())
        .number("low", added.lowMillis())
        .number("high", added.highMillis());
  }
}
