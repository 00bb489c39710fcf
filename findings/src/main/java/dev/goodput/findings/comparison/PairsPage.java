package dev.goodput.findings.comparison;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.Difference;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.page.PageFile.Section;
import dev.goodput.report.page.SummaryPage;
import dev.goodput.report.words.Definitions;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;

/// `report.html` of a comparison: differences drawn with their intervals and what is allowed, in
/// one file of the same family as a run's.
public final class PairsPage {
  private static final double CONFIDENCE = .95;
  private static final List<Section> SECTIONS =
      List.of(
          new Section("differences", "Differences"),
          new Section("pairs", "Runs"),
          new Section("method", "Method"));

  private PairsPage() {}

  /// The page as text.
  public static String html(ComparisonInput in) {
    ComparisonSentences words = new ComparisonSentences(in);
    List<Verdict> verdicts = words.verdicts();
    SummaryPage page =
        new SummaryPage("pairs", SECTIONS, new ComparisonSummary(in).summary(), in.manifest());
    JsonObject data =
        page.data(String.join(" · ", in.requested().parts()))
            .text("claim", words.claim())
            .text("meanings", meanings(in))
            .flag("gate", in.requested().question() == ComparisonInput.Question.GATE)
            .verdicts("verdicts", verdicts)
            .objects("metrics", in.requested().stages().rule().metrics(), PairsPage::named)
            .objects("stages", stages(in));
    return page.html(data, ComparisonDocument.tree(in));
  }

  /// Returns what the short names of the compared latencies mean.
  private static String meanings(ComparisonInput in) {
    return Definitions.meanings(
        in.requested().stages().rule().metrics().stream()
            .map(metric -> ComparisonSentences.name(metric).split(" ", 2)[0])
            .toList());
  }

  private static List<JsonObject> stages(ComparisonInput in) {
    GateStage fresh = in.gate().confirmation();
    String pairs = fresh == null ? "Pairs" : "The first pairs";
    String first = in.paired() ? pairs : "The runs of both sides";
    List<JsonObject> stages = new ArrayList<>();
    stages.add(stage(first, in, in.gate().first(), in.counted()));
    if (fresh != null) {
      stages.add(stage("New pairs, for the metrics that looked regressed", in, fresh, in.again()));
    }
    return stages;
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
        .text("key", metric.key())
        .text("name", ComparisonSentences.name(metric))
        .text("kind", kind);
  }

  private static JsonObject stage(
      String title, ComparisonInput in, GateStage stage, List<PairRow> rows) {
    return new JsonObject()
        .text("title", title)
        .objects("metrics", stage.metrics(), each -> metric(in, each, rows));
  }

  private static JsonObject metric(
      ComparisonInput in, GateStage.Judged judged, List<PairRow> rows) {
    Difference found = judged.difference();
    ComparedMetric metric = found.metric();
    JsonObject fields =
        new JsonObject()
            .text("name", ComparisonSentences.name(metric))
            .text("a", ComparisonSentences.figure(metric, PairRow.mean(rows, PairRow::a, metric)))
            .text("b", ComparisonSentences.figure(metric, PairRow.mean(rows, PairRow::b, metric)))
            .text("change", ComparisonSentences.change(found))
            .text("range", ComparisonSentences.range(found))
            .text("unit", metric.isShare() ? "points" : "%")
            .text("verdict", judged.verdict().key())
            .number("allowed", 100 * in.requested().stages().rule().allowed(metric))
            .number("middle", percent(found.slowdown()))
            .number("low", found.known() ? percent(found.low(CONFIDENCE)) : null)
            .number("high", found.known() ? percent(found.high(CONFIDENCE)) : null);
    ArrayNode each = fields.node().putArray("each");
    found.values().stream()
        .map(difference -> metric.isShare() ? difference : Math.expm1(difference))
        .filter(Double::isFinite)
        .forEach(slowdown -> each.add(percent(slowdown)));
    return fields;
  }

  private static double percent(double slowdown) {
    return 100 * slowdown;
  }
}
