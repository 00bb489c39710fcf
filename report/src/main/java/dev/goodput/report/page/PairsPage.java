package dev.goodput.report.page;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.Difference;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.report.ReportFile;
import dev.goodput.report.comparison.ComparisonDocument;
import dev.goodput.report.comparison.ComparisonInput;
import dev.goodput.report.comparison.ComparisonSentences;
import dev.goodput.report.comparison.PairRow;
import dev.goodput.report.comparison.SideMean;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.terminal.SummaryText;
import dev.goodput.report.words.Headline;
import dev.goodput.report.words.SafeText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `report.html` of a comparison: differences drawn with their intervals and what is allowed, in
/// one file of the same family as a run's.
public final class PairsPage {
  private static final double CONFIDENCE = .95;

  private PairsPage() {}

  /// Writes the page to a file, in place of what was there.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public static void write(ComparisonInput in, Path file) {
    ReportFile.write(file, html(in));
  }

  /// The page as text.
  public static String html(ComparisonInput in) {
    return PageFile.html(
        SafeText.text(in.b() + " against " + in.a()),
        sections(),
        SummaryText.render(new ComparisonSentences(in).summary(), 100, false, Optional.empty()),
        data(in).toString(),
        "pairs");
  }

  private static Map<String, String> sections() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("differences", "Differences");
    names.put("pairs", "Runs");
    names.put("method", "Method");
    return names;
  }

  private static ObjectNode data(ComparisonInput in) {
    ComparisonSentences words = new ComparisonSentences(in);
    GateStage fresh = in.gate().fresh();
    List<JsonObject> stages = new ArrayList<>();
    stages.add(
        stage(
            in.paired() ? "The first pairs" : "The runs of both sides",
            in,
            in.gate().first(),
            in.counted()));
    if (fresh != null) {
      stages.add(stage("Fresh pairs, by what looked regressed", in, fresh, in.again()));
    }
    ObjectNode node =
        new JsonObject()
            .text("schema", "goodput.page/1")
            .text("title", "B against A: " + words.verdicts().getFirst().title())
            .text("subtitle", SafeText.text(String.join(" · ", in.parts())))
            .text(
                "command", SafeText.text(in.manifest().text("run.command").orElse("goodput gate")))
            .text("generator", "goodput " + in.manifest().text("goodput.version").orElse(""))
            .text("claim", words.claim())
            .flag("gate", in.question() == ComparisonInput.Question.GATE)
            .objects("verdicts", words.verdicts().stream().map(LevelData::verdict).toList())
            .objects(
                "metrics", in.stages().rule().metrics().stream().map(PairsPage::named).toList())
            .objects("stages", stages)
            .texts("notes", in.notes().stream().map(SafeText::text).toList())
            .node();
    ArrayNode facts = node.putArray("facts");
    facts.addArray().add("A").add(SafeText.text(in.a()));
    facts.addArray().add("B").add(SafeText.text(in.b()));
    in.manifest()
        .text("run.started")
        .ifPresent(
            started -> facts.addArray().add("started").add(SafeText.text(Headline.date(started))));
    node.set("document", ComparisonDocument.tree(in));
    return node;
  }

  /// Names a metric, and how its figures are written.
  private static JsonObject named(ComparedMetric metric) {
    String kind =
        switch (metric) {
          case ATTAINMENT, ERROR_RATE -> "share";
          case OUTPUT_TPS, REQUEST_GOODPUT, TOKEN_GOODPUT -> "rate";
          default -> "duration";
        };
    return new JsonObject()
        .text("key", metric.word())
        .text("name", ComparisonSentences.name(metric))
        .text("kind", kind);
  }

  private static JsonObject stage(
      String title, ComparisonInput in, GateStage stage, List<PairRow> rows) {
    return new JsonObject()
        .text("title", title)
        .objects("metrics", stage.metrics().stream().map(each -> metric(in, each, rows)).toList());
  }

  private static JsonObject metric(
      ComparisonInput in, GateStage.Judged judged, List<PairRow> rows) {
    Difference found = judged.difference();
    ComparedMetric metric = found.metric();
    JsonObject fields =
        new JsonObject()
            .text("name", ComparisonSentences.name(metric))
            .text("a", ComparisonSentences.figure(metric, SideMean.of(rows, PairRow::a, metric)))
            .text("b", ComparisonSentences.figure(metric, SideMean.of(rows, PairRow::b, metric)))
            .text("change", ComparisonSentences.change(found))
            .text("range", ComparisonSentences.range(found))
            .text("unit", metric.isShare() ? "points" : "%")
            .text("verdict", judged.verdict().word())
            .number("allowed", 100 * in.stages().rule().allowed(metric))
            .number("middle", percent(found.slowdown()))
            .number("low", found.known() ? percent(found.low(CONFIDENCE)) : null)
            .number("high", found.known() ? percent(found.high(CONFIDENCE)) : null);
    ArrayNode each = fields.node().putArray("each");
    found.each().stream()
        .map(difference -> metric.isShare() ? difference : Math.expm1(difference))
        .filter(Double::isFinite)
        .forEach(slowdown -> each.add(percent(slowdown)));
    return fields;
  }

  private static double percent(double slowdown) {
    return 100 * slowdown;
  }
}
