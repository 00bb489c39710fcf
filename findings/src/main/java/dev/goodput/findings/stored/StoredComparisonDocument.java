package dev.goodput.findings.stored;

import dev.goodput.findings.stored.ComparabilityChecks.Problem;
import dev.goodput.findings.stored.ComparedFigure.Figure;
import dev.goodput.findings.stored.StoredComparison.Excluded;
import dev.goodput.findings.stored.StoredComparison.Placed;
import dev.goodput.findings.stored.StoredComparison.Shared;
import dev.goodput.report.ReportFile;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.SafeText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The comparison for programs: `goodput.compared-runs/1`.
public final class StoredComparisonDocument {
  private static final String SCHEMA = "goodput.compared-runs/1";

  private StoredComparisonDocument() {}

  /// The document as text.
  public static String json(StoredComparison comparison) {
    return tree(comparison).toPrettyString();
  }

  /// Its JSON Schema.
  public static String schema() {
    return ReportFile.resource(StoredComparisonDocument.class, "compared-runs.schema.json");
  }

  /// The document.
  public static ObjectNode tree(StoredComparison comparison) {
    JsonObject tree =
        new JsonObject()
            .text("schema", SCHEMA)
            .text("headline", SafeText.text(comparison.headline().answer()))
            .objects("runs", comparison.runs(), StoredComparisonDocument::run)
            .objects("objections", comparison.objections(), StoredComparisonDocument::objection)
            .objects("facts", comparison.facts(), StoredComparisonDocument::fact)
            .objects("loads", loads(comparison.loads()))
            .object("frontier", frontier(comparison));
    return comparison.by().isEmpty()
        ? tree.node()
        : tree.objects("tradeoffs", comparison.tradeoffs(), Tradeoff::fields)
            .objects("dominated", comparison.dominated(), Tradeoff.Dominated::fields)
            .objects("answers", DifferingAnswers.of(comparison), DifferingAnswers::fields)
            .node();
  }

  private static JsonObject run(ComparedRun run) {
    return new JsonObject()
        .text("label", run.label())
        .text("name", SafeText.text(run.name()))
        .text("path", run.report().dir().toString())
        .text("id", run.report().fact("run.id"))
        .text("command", run.report().fact("run.command"))
        .text("started", run.report().fact("run.started"))
        .text("experiment", run.experiment())
        .text("client", run.client().key())
        .whole("gpus", run.gpus() == null ? null : Long.valueOf(run.gpus()));
  }

  private static JsonObject objection(Problem objection) {
    return new JsonObject()
        .text("state", objection.severity().key())
        .texts("runs", objection.runs())
        .text("what", SafeText.text(objection.what()))
        .text("claim", SafeText.text(objection.claim()));
  }

  private static JsonObject fact(ComparedFacts fact) {
    return new JsonObject()
        .text("name", fact.name())
        .flag("differs", fact.differs())
        .texts("values", fact.values().stream().map(SafeText::text).toList());
  }

  private static List<JsonObject> loads(List<Shared> loads) {
    List<ComparedFigure> measures = ComparedFigure.of(loads);
    return loads.stream().map(each -> load(each, measures)).toList();
  }

  private static JsonObject load(Shared shared, List<ComparedFigure> measures) {
    List<JsonObject> rows = new ArrayList<>();
    for (ComparedFigure measure : measures) {
      List<JsonObject> cells = cells(measure, shared);
      if (!cells.isEmpty()) {
        rows.add(
            new JsonObject()
                .text("figure", measure.key())
                .text("slo_class", SafeText.text(measure.sloClass()))
                .text("title", SafeText.text(measure.title()))
                .constant("unit", measure.unit())
                .objects("runs", cells));
      }
    }
    return new JsonObject().text("name", shared.name()).objects("figures", rows);
  }

  private static List<JsonObject> cells(ComparedFigure measure, Shared shared) {
    List<JsonObject> cells = new ArrayList<>();
    for (ComparedLoad load : shared.loads()) {
      if (load != null && measure.of(load).value() != null) {
        cells.add(cell(measure, shared.first(), load));
      }
    }
    return cells;
  }

  private static JsonObject cell(
      ComparedFigure measure, @Nullable ComparedLoad first, ComparedLoad load) {
    Figure figure = measure.of(load);
    JsonObject cell =
        new JsonObject()
            .text("run", load.run().label())
            .number("value", figure.value())
            .number("low", figure.low())
            .number("high", figure.high())
            .flag("maximum", figure.maximum() ? Boolean.TRUE : null)
            .flag("of_whole_run", measure.ofWholeRun(load) ? Boolean.TRUE : null);
    cell.text("currency", currency(measure, load));
    return first == null || first.run().label().equals(load.run().label())
        ? cell
        : ratio(measure, first, load, cell);
  }

  private static String currency(ComparedFigure measure, ComparedLoad load) {
    return measure.unit() == ComparedFigure.Unit.MONEY
        ? load.run().report().fact("run.currency").orElse("")
        : "";
  }

  private static JsonObject ratio(
      ComparedFigure measure, ComparedLoad first, ComparedLoad load, JsonObject cell) {
    String refused = ComparedLoad.noRatio(measure, first, load).orElse(null);
    return refused == null
        ? cell.number("ratio", measure.of(load).ratioTo(measure.of(first)))
            .flag("overlap", measure.of(load).overlaps(measure.of(first)) ? Boolean.TRUE : null)
        : cell.text("no_ratio", refused);
  }

  private static JsonObject frontier(StoredComparison comparison) {
    return new JsonObject()
        .flag("several", comparison.severalFrontiers())
        .flag("per_gpu", comparison.perGpu())
        .objects("points", comparison.placed(), StoredComparisonDocument::point)
        .objects("left_out", comparison.excluded(), StoredComparisonDocument::left);
  }

  private static JsonObject point(Placed placed) {
    ComparedLoad load = placed.load();
    ComparedLoad rival = placed.beatenBy();
    Figure speed = ComparedFigure.named("output_tps_per_user").of(load);
    Figure all = ComparedFigure.named("output_tps").of(load);
    return named(load)
        .whole("group", (long) placed.group())
        .number("output_tps_per_user", placed.point().speed())
        .number("output_tps_per_user_low", speed.low())
        .number("output_tps_per_user_high", speed.high())
        .number("interactivity_tps", placed.point().interactivity())
        .number("output_tps", placed.point().throughput())
        .number("output_tps_low", all.low())
        .number("output_tps_high", all.high())
        .number("output_tps_per_gpu", placed.perGpu())
        .flag("of_whole_run", load.ratesOfWholeRun() ? Boolean.TRUE : null)
        .object(
            "beaten_by", rival == null ? null : named(rival).flag("sure", placed.significantly()));
  }

  private static JsonObject named(ComparedLoad load) {
    return new JsonObject().text("run", load.run().label()).text("load", load.name());
  }

  private static JsonObject left(Excluded left) {
    return new JsonObject()
        .text("run", left.run().label())
        .text("load", left.load())
        .text("why", left.why());
  }
}
