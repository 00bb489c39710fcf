package dev.goodput.report.page;

import dev.goodput.metrics.chart.LevelChartData.Replay;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.Latencies;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.CostResult;
import dev.goodput.metrics.result.Rates;
import dev.goodput.metrics.result.Rating;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportInput;
import dev.goodput.report.cost.EnergyPart;
import dev.goodput.report.model.Fact;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.server.ServerLevel;
import dev.goodput.report.words.Definitions;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.GoodputTable;
import dev.goodput.report.words.LevelFigures;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.Method;
import dev.goodput.report.words.Notes;
import dev.goodput.report.words.Ratings;
import dev.goodput.report.words.RepeatText;
import dev.goodput.report.words.RunText;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.Sentences;
import dev.goodput.report.words.ServerText;
import dev.goodput.report.words.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What the page shows of one level.
final class LevelData {
  private LevelData() {}

  /// A level. Of an experiment's levels only the one that speaks for the run is drawn in full: with
  /// its timeline, replay and server metrics.
  static JsonObject of(ReportInput in, LevelResult level, int levels) {
    boolean full = in.experiment() == null || in.isReportedLevel(level);
    JsonObject fields = new JsonObject().text("name", LevelName.of(in, level));
    verdict(in, level, fields);
    fields.verdicts("verdicts", verdicts(in, level)).text("step", step(in, level));
    fields.objects("tiles", tiles(in, level));
    String at = levels > 1 ? ", " + LevelName.at(in, level) : "";
    List<String> sentences = sentences(in, level);
    String title = isTried(level) ? "In plain words" : "About the figures";
    fields
        .text("words_title", title + at)
        .texts("sentences", sentences)
        .texts("notes", Notes.of(in, level));
    fields.flag("capped", level.load().maxInFlight() != null);
    words(in, level, fields);
    fields.objects("table", LatencyData.table(level)).object("ratings", LatencyData.ratings(level));
    fields.objects("family", GoodputTable.of(in, level), LevelData::member);
    drawn(in, level, levels, full, fields);
    Optional<ServerLevel> server = in.servers().of(level);
    fields.object("server", server.filter(_ -> full).map(ServerData::of).orElse(null));
    ObjectNode node = fields.node();
    List<Fact> method = new ArrayList<>(Method.of(level));
    server.map(ServerText::facts).ifPresent(method::addAll);
    fields.facts("method", method);
    window(level, node);
    ArrayNode tokens = node.putArray("tokens");
    level
        .tokens()
        .outputByOutcome()
        .forEach((outcome, count) -> tokens.addArray().add(outcome).add(count));
    return fields;
  }

  /// What must be known before the figures of a step are read, so that nobody takes them for what
  /// was found; null where the levels are all that there is.
  private static @Nullable String step(ReportInput in, LevelResult level) {
    if (in.experiment() == null) {
      return null;
    }
    String at = "Figures " + LevelName.at(in, level);
    return switch (level.load().kind()) {
      case STEERED ->
          at + ", whose rate was steered to find the limit: an SLO missed here is no verdict.";
      case BURST -> at + ", all at once on purpose: an SLO missed here is no verdict.";
      default ->
          LevelName.verifies(in, level)
              ? at
                  + ", which sent the claimed load once more: an SLO missed here takes the claim"
                  + " back."
              : at + ", one of the loads that were tried.";
    };
  }

  private static List<String> sentences(ReportInput in, LevelResult level) {
    if (!isTried(level)) {
      return Sentences.simulated(in).stream().toList();
    }
    List<String> sentences = new ArrayList<>(Sentences.of(in, level));
    if (in.isReportedLevel(level)) {
      RepeatText.inDetail(in)
          .ifPresent(
              run -> sentences.addFirst("The page shows " + run + ", unless you select another."));
    }
    return sentences;
  }

  /// Whether users could choose the load: it was neither steered to the limit nor all at once.
  private static boolean isTried(LevelResult level) {
    return switch (level.load().kind()) {
      case STEERED, BURST -> false;
      default -> true;
    };
  }

  private static List<Verdict> verdicts(ReportInput in, LevelResult level) {
    List<Verdict> verdicts = new ArrayList<>(RunText.beforehand(in));
    // A reader who selects another level than the one that represents the run sees that level's
    // verdicts.
    verdicts.addAll(in.isReportedLevel(level) ? Verdicts.shown(in, level) : Verdicts.of(in, level));
    return withoutTrust(in, level, verdicts);
  }

  /// Without the verdict on a client that can be trusted: its lags are a matter of method.
  static List<Verdict> withoutTrust(ReportInput in, LevelResult level, List<Verdict> verdicts) {
    if (level.client().verdict() != ClientHealth.Verdict.TRUSTED) {
      return verdicts;
    }
    Verdict trusted = Verdicts.client(in, level);
    return verdicts.stream()
        .filter(each -> each.severity() != Severity.GOOD || !each.equals(trusted))
        .toList();
  }

  private static void verdict(ReportInput in, LevelResult level, JsonObject fields) {
    Severity severity = Verdicts.of(in, level).getFirst().severity();
    fields
        .flag("met", level.sloSettled())
        .flag("best", in.isBest(level))
        .flag("in_full", level.whole())
        .text("state", severity.key())
        .text("verdict", Verdicts.of(in, level).getFirst().title());
  }

  private static void window(LevelResult level, ObjectNode node) {
    LevelResult.Window window = level.window();
    long begin = window.runBeginNanos();
    node.putArray("window")
        .add((window.beginNanos() - begin) / 1e9)
        .add((window.endNanos() - begin) / 1e9);
    node.put("span", (window.runEndNanos() - begin) / 1e9);
  }

  private static void words(ReportInput in, LevelResult level, JsonObject fields) {
    Distribution latency = level.latencies().e2el();
    boolean open = level.load().targetConcurrency() == null;
    String start = open ? "the intended start" : "the moment the user's turn came";
    String effective =
        latency == null || latency.nEffective() == null
            ? "."
            : ", worth "
                + Figures.observations(latency.nEffective())
                + " (overlapping requests share a batch).";
    fields
        .text("latency_from", "from " + start)
        .text(
            "latency_lead",
            "Measured from "
                + start
                + ", as users experience it: "
                + Figures.counted(level.requests().ok(), "response")
                + effective)
        .text("throughput_lead", throughput(in, level))
        .text(
            "replay_lead",
            "Two recorded requests, word by word at the recorded times. Placeholder text replaces"
                + " the response; the mark shows a reader.")
        .text("goodput_lead", goodput(in, level));
  }

  private static String throughput(ReportInput in, LevelResult level) {
    List<String> load = LevelFigures.load(in, level);
    String rates = String.join(" · ", LevelFigures.rates(level));
    String moved = rates.isEmpty() ? "" : SafeText.capital(rates);
    return load.isEmpty() ? moved : "Load: " + String.join(", ", load) + ". " + moved;
  }

  private static String goodput(ReportInput in, LevelResult level) {
    if (level.goodput() == null) {
      return "No SLO was given, so there is no goodput; pass --slo.";
    }
    if (level.judged() == 0) {
      return "No request could be judged by the SLO, " + slo(in) + ", so there is no goodput.";
    }
    if (level.lost()) {
      return "The log ends before the level did and has no waiting requests, so the share of the"
          + " load within the SLO, "
          + slo(in)
          + ", is unknown. Of the "
          + Figures.counted(level.judged(), "arrival")
          + " in the log, "
          + Figures.count(level.goodput().good())
          + " met it.";
    }
    return "Goodput has several definitions. Here they are side by side; the SLO is "
        + slo(in)
        + "."
        + GoodputTable.base(in, level).map(base -> " " + SafeText.capital(base) + ".").orElse("");
  }

  private static String slo(ReportInput in) {
    return in.result().slo() == null ? Figures.ABSENT : in.result().slo().expression();
  }

  private static void drawn(
      ReportInput in, LevelResult level, int levels, boolean full, JsonObject fields) {
    List<JsonObject> latencies = new ArrayList<>();
    List<JsonObject> replays = new ArrayList<>();
    in.charts().levels().stream()
        .filter(each -> each.level() == level.level())
        .findFirst()
        .ifPresent(found -> {
          latencies.addAll(LatencyData.of(in, found, full));
          fields.object("time", TimeData.of(found, level, full));
          fields.object("timeline", TimelineData.of(found, level, levels, full));
          if (full) {
            found.replays().forEach(replay -> replays.add(replay(replay, level)));
          }
        });
    fields.objects("latencies", latencies).objects("replay", replays);
  }

  private static JsonObject member(GoodputTable.Member member) {
    return new JsonObject()
        .text("name", member.name())
        .text("value", member.value())
        .number("share", member.share())
        .text("sentence", member.sentence());
  }

  static JsonObject replay(Replay replay, LevelResult level) {
    boolean few = level.requests().ok() < 100;
    String log = level.lost() ? " in the log" : level.allAnswered() ? "" : " with a response";
    String worst =
        (few ? "no request" : "one request in a hundred")
            + log
            + " waited longer for its first token";
    boolean median = replay.user().equals("median");
    return new JsonObject()
        .text(
            "who",
            median
                ? "The median response"
                : few ? "The response with the longest wait" : "The p99 response")
        .text(
            "why",
            median ? "half of all requests" + log + " waited longer for their first token" : worst)
        .whole("id", replay.id())
        .number("ttft_ms", replay.ttftMs())
        .number("e2el_ms", replay.e2elMs())
        .whole("output", replay.tokens().stream().mapToLong(Integer::longValue).sum())
        .series("chunks", replay.offsetsNanos().stream().map(RoundedNumbers::millis))
        .integers("tokens", replay.tokens().stream().mapToLong(Integer::longValue));
  }

  static List<JsonObject> tiles(ReportInput in, LevelResult level) {
    List<JsonObject> tiles = new ArrayList<>();
    Latencies all = level.latencies();
    tiles.add(latency("TTFT", all.ttft(), Ratings.ttft(level)));
    tiles.add(latency("TPOT", all.tpot(), Ratings.tpot(level)));
    tiles.add(latency("E2EL", all.e2el(), Ratings.e2el(level)));
    Rates rates = level.rates();
    String input =
        level.lost() ? GoodputTable.NOT_WHOLE : note("input ", rates.inputTps(), " tok/s");
    tiles.add(tile("Output throughput", rates.outputTps(), "tok/s", input));
    Goodput goodput = level.goodput();
    if (goodput == null) {
      String inFlight = String.join(" · ", LevelFigures.inFlight(rates));
      tiles.add(tile("Requests completed", rates.rps(), "/s", inFlight));
      tiles.add(figure("Failed", Figures.share(level.judgedErrorRate()), failed(level)));
      cost(in, level, tiles);
      return tiles;
    }
    Optional<String> unknown = GoodputTable.unknown(level);
    if (unknown.isPresent()) {
      tiles.add(tile("Request goodput", null, "", unknown.get()));
      tiles.add(figure("SLO attainment", Figures.share(null), unknown.get()));
      cost(in, level, tiles);
      return tiles;
    }
    String arrived =
        GoodputTable.ofAll(in, level)
            .orElse(note("of ", level.judgedRps(), "/s started in the window"));
    tiles.add(tile("Request goodput", goodput.requestRps(), "/s", arrived));
    String judged =
        GoodputTable.ofAll(in, level).isEmpty() && level.leftEarly() == 0
            ? ""
            : "of the " + Figures.count(level.judged()) + " judged, ";
    String target =
        "requests within the service-level objective; "
            + judged
            + "target "
            + Figures.share(in.options().attainmentTarget());
    tiles.add(figure("SLO attainment", Figures.share(goodput.attainment()), target));
    cost(in, level, tiles);
    return tiles;
  }

  private static void cost(ReportInput in, LevelResult level, List<JsonObject> tiles) {
    CostResult cost = level.cost();
    if (cost != null) {
      String good =
          level.lost()
              ? GoodputTable.NOT_WHOLE
              : note("", cost.perMillionGoodTokens(), " " + cost.currency() + " for good ones");
      Double price = cost.perMillionOutputTokens();
      tiles.add(tile("A million output tokens", price, cost.currency(), good));
    }
    EnergyPart.of(in, level)
        .ifPresent(energy ->
            tiles.add(
                tile("Energy per output token", energy.perOutputToken(), "J", energy.note())));
  }

  static JsonObject tile(Experiment.Card card) {
    return new JsonObject()
        .text("name", card.name())
        .text("value", card.value())
        .text("unit", card.unit())
        .text("note", card.note());
  }

  private static String failed(LevelResult level) {
    return Figures.count(level.totals().failed())
        + " of "
        + Figures.count(level.totals().judged())
        + (level.lost() ? " in the log" : "");
  }

  private static JsonObject latency(
      String name, @Nullable Distribution values, @Nullable Rating rating) {
    String statistic = values != null && values.p95() == null ? " max" : " p95";
    Double millis = values == null ? null : values.p95OrMax();
    String meaning = Definitions.shortName(name);
    return LatencyData.rated(figure(name + statistic, Figures.duration(millis), meaning), rating);
  }

  private static JsonObject tile(String name, @Nullable Double value, String unit, String note) {
    return tile(
        value == null
            ? new Experiment.Card(name, "n/a", "", note)
            : new Experiment.Card(name, Figures.number(value), unit, note));
  }

  /// @param figure a number and its unit
  private static JsonObject figure(String name, String figure, String note) {
    int blank = figure.lastIndexOf(' ');
    return tile(
        figure.equals(Figures.ABSENT)
            ? new Experiment.Card(name, "n/a", "", note)
            : new Experiment.Card(
                name, figure.substring(0, blank), figure.substring(blank + 1), note));
  }

  private static String note(String before, @Nullable Double value, String after) {
    return value == null ? "" : before + Figures.number(value) + after;
  }
}
