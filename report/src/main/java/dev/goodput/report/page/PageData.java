package dev.goodput.report.page;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportInput;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.report.frontier.Frontier;
import dev.goodput.report.frontier.LevelPoint;
import dev.goodput.report.model.Fact;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.Definitions;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.Headline;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.Method;
import dev.goodput.report.words.RepeatText;
import dev.goodput.report.words.RunText;
import dev.goodput.report.words.Target;
import dev.goodput.report.words.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What the page's modules draw from: the result document, the words, the portrait.
final class PageData {
  private PageData() {}

  /// @param in with names that can be shown
  /// @param whole the same with names as they are, for the document within
  static ObjectNode of(ReportInput in, ReportInput whole) {
    List<LevelResult> levels = in.result().levels();
    int shown = in.best().map(levels::indexOf).orElse(0);
    JsonObject page =
        new JsonObject()
            .text("schema", "goodput.page/1")
            .text("title", Headline.subject(in))
            .text("subtitle", subtitle(in))
            .text("command", in.fact("run.command").orElse("goodput bench"))
            .text("generator", "goodput " + in.fact("goodput.version").orElse(""))
            .number("pace", in.options().paceTps())
            .whole("shown", (long) shown)
            .objects("frontier", frontier(in))
            .text("levels_lead", lead(in))
            .objects(
                "levels",
                levels.stream().map(level -> LevelData.of(in, level, levels.size())).toList());
    Experiment made = in.experiment();
    if (made != null) {
      page.text("experiment", made.command())
          .objects(
              "verdicts",
              Stream.concat(RunText.beforehand(in).stream(), Verdicts.of(in, made).stream())
                  .map(LevelData::verdict)
                  .toList());
    }
    ObjectNode node = page.node();
    node.set("facts", facts(headFacts(in)));
    node.set("method", facts(Method.of(in)));
    node.set("definitions", facts(Definitions.all()));
    node.set("document", ResultDocument.tree(whole));
    return node;
  }

  private static String lead(ReportInput in) {
    return in.repeats()
        .map(repeats ->
            "One load, "
                + Figures.counted(in.result().levels().size(), "run")
                + ": "
                + RepeatText.title(repeats)
                + ".")
        .orElse("What more load buys, and what it costs.");
  }

  /// The levels that can be held against each other by speed and throughput, each with the one that
  /// beats it; none where they repeat one load.
  private static List<JsonObject> frontier(ReportInput in) {
    if (in.experiment() != null || in.result().repeats() != null) {
      return List.of();
    }
    List<LevelResult> all = in.result().levels();
    List<LevelResult> levels =
        all.stream()
            .filter(level -> LevelPoint.leftOut(level, in.maxErrorRate()).isEmpty())
            .toList();
    List<Integer> beaten = beaten(levels);
    List<JsonObject> points = new ArrayList<>();
    for (int i = 0; i < levels.size(); i++) {
      int by = beaten.get(i);
      points.add(
          new JsonObject()
              .whole("level", (long) all.indexOf(levels.get(i)))
              .text("beaten_by", by < 0 ? "" : LevelName.of(levels.get(by).load())));
    }
    return points;
  }

  private static List<Integer> beaten(List<LevelResult> levels) {
    return Frontier.beaten(
        levels.stream()
            .flatMap(level -> LevelPoint.of(level).stream())
            .map(point -> new Frontier.Point("", point.speed(), point.throughput()))
            .toList());
  }

  private static String subtitle(ReportInput in) {
    List<String> parts = new ArrayList<>(Headline.parts(in));
    String date = Headline.date(in);
    if (!date.isEmpty()) {
      parts.add(date);
    }
    return String.join(" · ", parts);
  }

  private static List<Fact> headFacts(ReportInput in) {
    List<Fact> facts = new ArrayList<>();
    if (in.result().slo() != null) {
      facts.add(new Fact("SLO", in.result().slo().expression()));
    }
    Target.brief(in).ifPresent(target -> facts.add(new Fact("target", target)));
    Method.add(in, "target.model", "model", facts);
    Method.add(in, "target.server", "server", facts);
    Method.add(in, "run.id", "run", facts);
    return facts;
  }

  static ArrayNode facts(List<Fact> facts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    facts.forEach(fact -> array.addArray().add(fact.name()).add(fact.text()));
    return array;
  }
}
