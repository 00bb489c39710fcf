package dev.goodput.findings.comparison;

import dev.goodput.findings.comparison.ComparisonInput.SideVerdict;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.ComparisonStages;
import dev.goodput.metrics.comparison.Difference;
import dev.goodput.metrics.comparison.FalseAlarms;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.RunFigures;
import dev.goodput.report.model.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A comparison as `goodput.compare/1`, which `docs/compare.schema.json` describes.
public final class ComparisonDocument {
  private static final String SCHEMA = "goodput.compare/1";
  private static final double CONFIDENCE = .95;

  private ComparisonDocument() {}

  /// As indented text.
  public static String json(ComparisonInput in) {
    return JsonObject.text(tree(in));
  }

  /// As a tree.
  public static ObjectNode tree(ComparisonInput in) {
    GateStage fresh = in.gate().confirmation();
    return new JsonObject()
        .text("schema", SCHEMA)
        .text("headline", new ComparisonSentences(in).verdicts().getFirst().answer())
        .constant("question", in.requested().question())
        .text("kind", in.paired() ? "paired" : "stored")
        .text("verdict", gate(in) && !decides(in.side(), in) ? in.gate().verdict().key() : null)
        .constant("conclusion", in.conclusion())
        .object("side", side(in))
        .text("claim", new ComparisonSentences(in).claim())
        .text("a", in.requested().a())
        .text("b", in.requested().b())
        .text("asked", String.join(", ", in.requested().parts()))
        .flag("interrupted", in.interrupted())
        .text("reason", in.reason())
        .text("command", in.manifest().text("run.command"))
        .text("version", in.manifest().text("goodput.version"))
        .text("started", in.manifest().text("run.started"))
        .object("declared", declared(in.requested().stages()))
        .object("first", stage(in, in.gate().first(), in.counted()))
        .object("fresh", fresh == null ? null : stage(in, fresh, in.again()))
        .object("settling", gate(in) ? settling(in) : null)
        .object("false_alarms", alarms(in.alarms()))
        .objects("runs", in.rows(), ComparisonDocument::row)
        .texts("notes", in.notes())
        .node();
  }

  private static @Nullable JsonObject side(ComparisonInput in) {
    SideVerdict side = in.side();
    return side != null && decides(side, in)
        ? new JsonObject()
            .constant("side", side.side())
            .constant("conclusion", side.conclusion())
            .text("why", side.why())
        : null;
  }

  /// Returns false if the client was the bottleneck in each run: what such a side misses shows
  /// nothing.
  private static boolean decides(@Nullable SideVerdict side, ComparisonInput in) {
    return side != null && side.conclusion() == in.conclusion();
  }

  private static JsonObject declared(ComparisonStages stages) {
    return new JsonObject()
        .whole("pairs", (long) stages.pairs())
        .flag("confirm", stages.confirm())
        .texts("metrics", stages.rule().metrics().stream().map(ComparedMetric::key).toList())
        .number("max_regression", stages.rule().delta())
        .number("max_more_failures", stages.rule().errorRateMargin())
        .number("confidence", stages.rule().confidence());
  }

  private static boolean gate(ComparisonInput in) {
    return in.requested().question() == ComparisonInput.Question.GATE;
  }

  private static JsonObject stage(ComparisonInput in, GateStage stage, List<PairRow> rows) {
    List<Difference> all = stage.metrics().stream().map(GateStage.Judged::difference).toList();
    double[] different = Difference.pDifferent(all);
    JsonObject fields = new JsonObject().text("verdict", gate(in) ? stage.verdict().key() : null);
    return fields.objects(
        "metrics",
        stage.metrics(),
        each ->
            metric(each, rows, different[stage.metrics().indexOf(each)])
                .text("verdict", gate(in) ? each.verdict().key() : null));
  }

  private static JsonObject metric(GateStage.Judged judged, List<PairRow> rows, double different) {
    Difference found = judged.difference();
    ComparedMetric metric = found.metric();
    JsonObject fields =
        new JsonObject()
            .text("metric", metric.key())
            .text("scale", metric.isShare() ? "points" : "ratio")
            .number("a", PairRow.mean(rows, PairRow::a, metric))
            .number("b", PairRow.mean(rows, PairRow::b, metric));
    return tested(interval(fields, found), judged, different);
  }

  private static JsonObject interval(JsonObject fields, Difference found) {
    return fields
        .number("slowdown", found.slowdown())
        .number("low", end(found, found.low(CONFIDENCE)))
        .number("high", end(found, found.high(CONFIDENCE)))
        .number("at_least", end(found, found.lowerBound(CONFIDENCE)))
        .number("at_most", end(found, found.upperBound(CONFIDENCE)));
  }

  private static @Nullable Double end(Difference found, double end) {
    return found.known() ? Double.valueOf(end) : null;
  }

  private static JsonObject tested(JsonObject fields, GateStage.Judged judged, double different) {
    Difference found = judged.difference();
    OptionalDouble flips = found.signFlips();
    boolean tested = found.testable();
    return fields
        .number("p_more_than_allowed", tested ? judged.correctedP() : null)
        .number("p_different", tested ? different : null)
        .number("p_sign_flips", flips.isPresent() ? flips.getAsDouble() : null)
        .whole("runs", (long) found.runs())
        .whole("without", (long) found.missing());
  }

  private static @Nullable JsonObject settling(ComparisonInput in) {
    return in.gate()
        .advice()
        .map(found -> {
          JsonObject fields = new JsonObject().constant("why", found.reason());
          return found.runs().isPresent()
              ? fields.whole("runs", (long) found.runs().getAsInt())
              : fields;
        })
        .orElse(null);
  }

  private static @Nullable JsonObject alarms(@Nullable FalseAlarms alarms) {
    if (alarms == null) {
      return null;
    }
    OptionalDouble confirmed = alarms.confirmed();
    return new JsonObject()
        .whole("pairs", (long) alarms.pairs())
        .whole("pairs_per_stage", (long) alarms.perStage())
        .number("first_stage", alarms.firstStage())
        .number("confirmed", confirmed.isPresent() ? confirmed.getAsDouble() : null);
  }

  private static JsonObject row(PairRow row) {
    return new JsonObject()
        .text("name", row.name())
        .flag("fresh", row.fresh())
        .whole("seed", row.seed())
        .text("void", row.voided())
        .object("a", figures(row.a()))
        .object("b", figures(row.b()));
  }

  private static @Nullable JsonObject figures(@Nullable RunFigures run) {
    if (run == null) {
      return null;
    }
    JsonObject fields = new JsonObject();
    for (ComparedMetric metric : ComparedMetric.values()) {
      Optional.ofNullable(run.value(metric)).ifPresent(value -> fields.number(metric.key(), value));
    }
    return fields;
  }
}
