package dev.goodput.report.page;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.Latencies;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.CostResult;
import dev.goodput.metrics.result.Rates;
import dev.goodput.metrics.result.Rating;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.CostText;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.GoodputTable;
import dev.goodput.report.words.InFlightText;
import dev.goodput.report.words.Ratings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The figures that people ask for first.
final class KeyFigures {
  private KeyFigures() {}

  static List<JsonObject> of(ReportInput in, LevelResult level) {
    Experiment made = in.experiment();
    List<JsonObject> tiles = new ArrayList<>();
    if (made != null && in.speaks(level)) {
      made.cards().forEach(card -> tiles.add(tile(card)));
    }
    if (!tiles.isEmpty()) {
      return tiles;
    }
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
      String inFlight = String.join(" · ", InFlightText.parts(rates));
      tiles.add(tile("Requests completed", rates.rps(), "/s", inFlight));
      tiles.add(share("Failed", level.judgedErrorRate(), failed(level)));
      cost(level, tiles);
      return tiles;
    }
    Optional<String> unknown = GoodputTable.unknown(level);
    if (unknown.isPresent()) {
      tiles.add(tile("Request goodput", null, "", unknown.get()));
      tiles.add(share("SLO attainment", null, unknown.get()));
      cost(level, tiles);
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
    String target = judged + "target " + Figures.share(in.options().attainmentTarget());
    tiles.add(share("SLO attainment", goodput.attainment(), target));
    cost(level, tiles);
    return tiles;
  }

  private static void cost(LevelResult level, List<JsonObject> tiles) {
    CostResult cost = level.cost();
    if (cost != null) {
      String good =
          level.lost()
              ? GoodputTable.NOT_WHOLE
              : note("", cost.perMillionGoodTokens(), " " + cost.currency() + " for good ones")
                  + CostText.base(cost);
      Double price = cost.perMillionOutputTokens();
      tiles.add(tile("A million output tokens", price, cost.currency(), good));
    }
  }

  private static JsonObject tile(Experiment.Card card) {
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
    String[] figure = split(Figures.duration(millis));
    JsonObject tile = new JsonObject().text("name", name + statistic).text("value", figure[0]);
    tile.text("unit", figure[1]);
    if (rating != null) {
      tile.text("rating", rating.word()).text("state", Ratings.tone(rating).word());
    }
    return tile;
  }

  private static JsonObject tile(String name, @Nullable Double value, String unit, String note) {
    JsonObject tile = new JsonObject().text("name", name);
    tile.text("value", value == null ? "n/a" : Figures.number(value));
    return tile.text("unit", value == null ? "" : unit).text("note", note);
  }

  private static JsonObject share(String name, @Nullable Double value, String note) {
    String[] figure = split(Figures.share(value));
    JsonObject tile = new JsonObject().text("name", name).text("value", figure[0]);
    return tile.text("unit", figure[1]).text("note", note);
  }

  private static String note(String before, @Nullable Double value, String after) {
    return value == null ? "" : before + Figures.number(value) + after;
  }

  private static String[] split(String figure) {
    if (figure.equals(Figures.ABSENT)) {
      return new String[] {"n/a", ""};
    }
    int blank = figure.lastIndexOf(' ');
    return new String[] {figure.substring(0, blank), figure.substring(blank + 1)};
  }
}
