package dev.goodput.findings.hop;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.Delays;
import dev.goodput.report.model.JsonObject;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What was found of a proxy as `goodput.hop/2`, which `docs/hop.schema.json` describes.
public final class HopDocument {
  private static final String SCHEMA = "goodput.hop/2";

  private HopDocument() {}

  /// As indented text.
  public static String json(HopInput in) {
    return JsonObject.text(tree(in));
  }

  /// As a tree.
  public static ObjectNode tree(HopInput in) {
    HopSentences words = new HopSentences(in);
    return new JsonObject()
        .text("schema", SCHEMA)
        .text("headline", words.verdict().answer())
        .text("verdict", words.result().replace(' ', '_'))
        .constant("conclusion", in.result().conclusion())
        .text("why", words.verdict().text())
        .text("direct", in.result().direct())
        .text("via", in.result().via())
        .flag("embedded", in.result().embedded())
        .number("most_added_ms", in.result().maxAddedMillis())
        .flag("interrupted", in.interrupted())
        .text("reason", in.result().reason())
        .text("command", in.manifest().text("run.command"))
        .text("version", in.manifest().text("goodput.version"))
        .text("started", in.manifest().text("run.started"))
        .objects("duties", in.result().findings(), HopDocument::check)
        .object("delays", delays(in.result().delays()))
        .texts("notes", new HopSentences(in).notes())
        .node();
  }

  private static JsonObject check(CheckFinding found) {
    JsonObject fields =
        new JsonObject()
            .text("duty", found.check().key())
            .text("grade", found.rating().key())
            .text("said", found.message())
            .text("remedy", found.remedy());
    return fields.object("figures", figures(found));
  }

  private static @Nullable JsonObject figures(CheckFinding found) {
    JsonObject figures = new JsonObject();
    found.figures().forEach(figures::number);
    return figures.orNothing();
  }

  private static JsonObject delays(Delays delays) {
    return new JsonObject()
        .whole("pairs", (long) delays.pairs())
        .objects("added", delays.added(), HopDocument::added);
  }

  private static JsonObject added(Delays.Added added) {
    return new JsonObject()
        .text("figure", added.figure().key())
        .number("direct_ms", added.directMillis())
        .number("via_ms", added.viaMillis())
        .number("added_ms", added.addedMillis())
        .number("low_ms", added.lowMillis())
        .number("high_ms", added.highMillis());
  }
}
