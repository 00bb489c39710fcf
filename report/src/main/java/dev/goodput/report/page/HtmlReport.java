package dev.goodput.report.page;

import dev.goodput.metrics.interval.QuantileInterval;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportInput;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.report.model.Fact;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.page.PageFile.Section;
import dev.goodput.report.quality.JudgeText;
import dev.goodput.report.terminal.TerminalReport;
import dev.goodput.report.words.Definitions;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.LevelPoint;
import dev.goodput.report.words.Method;
import dev.goodput.report.words.RepeatText;
import dev.goodput.report.words.RunFacts;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `report.html`: the run on one page, in one file.
public final class HtmlReport {
  private HtmlReport() {}

  /// The page as text.
  public static String html(ReportInput run) {
    ReportInput in = SafeText.input(run);
    return PageFile.html(
        Verdicts.headline(in).headline(),
        sections(in),
        TerminalReport.render(in, 100, false),
        data(in, run).node().toString(),
        "main");
  }

  private static List<Section> sections(ReportInput in) {
    List<Section> sections = new ArrayList<>();
    Experiment made = in.experiment();
    if (made != null) {
      sections.add(new Section(made.command(), SafeText.capital(made.command())));
    }
    sections.add(new Section("words", "Summary"));
    sections.add(new Section("latency", "Latency"));
    sections.add(new Section("throughput", "Throughput"));
    if (in.result().levels().stream()
        .flatMap(level -> in.servers().of(level).stream())
        .anyMatch(server -> ServerData.of(server) != null)) {
      sections.add(new Section("server", "Server"));
    }
    sections.add(new Section("timeline", "Timeline"));
    if (in.charts().levels().stream().anyMatch(level -> !level.replays().isEmpty())) {
      sections.add(new Section("replay", "Replay"));
    }
    sections.add(new Section("goodput", "Goodput"));
    if (AnswersData.in(in)) {
      sections.add(new Section("answers", "Answers"));
    }
    if (in.result().levels().size() > 1 && made == null) {
      sections.add(new Section("levels", in.repeats().isPresent() ? "Runs" : "Levels"));
    }
    sections.add(new Section("method", "Method"));
    return sections;
  }

  /// @param in with names that can be shown
  /// @param whole the same with names as they are, for the document within
  private static JsonObject data(ReportInput in, ReportInput whole) {
    List<LevelResult> levels = in.result().levels();
    int shown = in.best().map(levels::indexOf).orElse(0);
    JsonObject page =
        PageFile.data(
                Verdicts.headline(in).headline(),
                subtitle(in),
                in.fact("run.command").orElse("goodput bench"),
                "goodput " + in.fact("goodput.version").orElse(""))
            .number("pace", in.options().paceTps())
            .whole("shown", (long) shown)
            .objects("frontier", frontier(in))
            .text("levels_lead", lead(in))
            .text("pick", in.repeats().isPresent() ? "Run shown" : "Load level shown")
            .object("bands", LatencyData.bands());
    addLevels(in, levels, page);
    Experiment made = in.experiment();
    if (made != null) {
      List<Verdict> verdicts = Verdicts.ofRun(in);
      page.text("experiment", made.command())
          .verdicts(
              "verdicts",
              in.best().map(best -> LevelData.withoutTrust(in, best, verdicts)).orElse(verdicts))
          .objects("cards", made.cards(), LevelData::tile);
    }
    in.repeats()
        .map(HtmlReport::cards)
        .filter(cards -> !cards.isEmpty())
        .ifPresent(cards -> page.objects("cards", cards, LevelData::tile));
    return page.object("answers", AnswersData.of(in))
        .facts("facts", headFacts(in))
        .facts(
            "method", Stream.concat(Method.of(in).stream(), JudgeText.facts(in).stream()).toList())
        .facts("definitions", Definitions.all())
        .document("document", ResultDocument.tree(whole));
  }

  /// Adds the levels; what is the same of several levels is in the page once.
  private static void addLevels(ReportInput in, List<LevelResult> levels, JsonObject page) {
    List<ObjectNode> nodes =
        levels.stream().map(level -> LevelData.of(in, level, levels.size()).node()).toList();
    page.node().set("shared", shared(nodes));
    page.node().putArray("levels").addAll(nodes);
  }

  /// Moves what is equal in several objects, also in lists of objects, to one that has it for all.
  private static ObjectNode shared(List<ObjectNode> nodes) {
    ObjectNode shared = JsonNodeFactory.instance.objectNode();
    if (nodes.size() < 2) {
      return shared;
    }
    for (String name : List.copyOf(nodes.getFirst().propertyNames())) {
      List<JsonNode> values = nodes.stream().map(node -> node.path(name)).toList();
      JsonNode first = values.getFirst();
      if (values.stream().allMatch(first::equals)) {
        shared.set(name, first);
        nodes.forEach(node -> node.remove(name));
      } else if (values.stream().allMatch(each -> isRows(each) && each.size() == first.size())) {
        ArrayNode rows = shared.putArray(name);
        for (int i = 0; i < first.size(); i++) {
          int row = i;
          rows.add(shared(values.stream().map(each -> (ObjectNode) each.get(row)).toList()));
        }
      }
    }
    return shared;
  }

  private static boolean isRows(JsonNode node) {
    return node.isArray() && !node.isEmpty() && node.valueStream().allMatch(JsonNode::isObject);
  }

  /// What users felt over all runs of one load.
  private static List<Experiment.Card> cards(Repeats repeats) {
    return repeats.latencies().stream()
        .flatMap(latency ->
            latency.percentiles().stream()
                .filter(each -> each.share() == 0.5 || each.share() == 0.95)
                .map(each ->
                    card(latency.latency().name() + " " + RepeatText.name(each.share()), each)))
        .toList();
  }

  private static Experiment.Card card(String name, QuantileInterval found) {
    String figure = Figures.duration(found.value());
    int blank = figure.indexOf(' ');
    String interval = RepeatText.figure(found).substring(figure.length() + 2);
    return new Experiment.Card(
        name,
        figure.substring(0, blank),
        figure.substring(blank + 1),
        "95 % interval " + interval.substring(0, interval.length() - 1));
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

  /// The levels that can be compared by speed and throughput, each with the one that beats it; none
  /// where they repeat one load.
  private static List<JsonObject> frontier(ReportInput in) {
    if (in.experiment() != null || in.result().repeats() != null) {
      return List.of();
    }
    List<LevelResult> all = in.result().levels();
    List<LevelResult> levels =
        all.stream()
            .filter(level -> LevelPoint.excluded(level, in.maxErrorRate()).isEmpty())
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
    return LevelPoint.beaten(
        levels.stream()
            .flatMap(level -> LevelPoint.of(level).stream())
            .map(point -> new LevelPoint.Point("", point.speed(), point.throughput()))
            .toList());
  }

  private static String subtitle(ReportInput in) {
    List<String> parts = new ArrayList<>(RunFacts.line(in));
    String date = RunFacts.date(in);
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
    in.best()
        .filter(best -> best.client().verdict() == ClientHealth.Verdict.TRUSTED)
        .map(best -> Verdicts.client(in, best))
        .filter(client -> client.severity() == Severity.GOOD)
        .ifPresent(client -> facts.add(new Fact("client", "trusted")));
    RunFacts.target(in).ifPresent(target -> facts.add(new Fact("target", target)));
    Method.add(in, "target.model", "model", facts);
    Method.add(in, "target.server", "server", facts);
    Method.add(in, "run.id", "run", facts);
    return facts;
  }
}
