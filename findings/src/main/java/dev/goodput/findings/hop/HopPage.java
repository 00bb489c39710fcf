package dev.goodput.findings.hop;

import dev.goodput.metrics.hop.Delays;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.page.PageFile.Section;
import dev.goodput.report.page.SummaryPage;
import dev.goodput.report.words.Figures;
import java.util.List;

/// `hop.html`: each duty of a proxy with its verdict, and what it adds in time, drawn with its
/// interval; one file of the same family as a run's.
public final class HopPage {
  private static final List<Section> SECTIONS =
      List.of(
          new Section("duties", "Checks"),
          new Section("delays", "Added delay"),
          new Section("method", "Method"));

  private HopPage() {}

  /// The page as text.
  public static String html(HopInput in) {
    HopSentences words = new HopSentences(in);
    String via = in.result().via();
    SummaryPage page = new SummaryPage("hop", SECTIONS, words.summary(), in.manifest());
    JsonObject data =
        page.data(via + " in front of " + in.result().direct())
            .verdicts("verdicts", List.of(words.verdict()))
            .verdicts("duties", words.findings())
            .objects("added", in.result().delays().added(), HopPage::added)
            .whole("pairs", (long) in.result().delays().pairs())
            .number("most", in.result().maxAddedMillis());
    return page.html(data, HopDocument.tree(in));
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
