package dev.goodput.report.words;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.Window;
import dev.goodput.metrics.result.RepeatedLatency;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.metrics.result.Requests;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Fact;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the figures came about: window, counts, lengths, sources, seed, host, versions.
public final class Method {
  private Method() {}

  /// What is true of one level.
  public static List<Fact> of(LevelResult level) {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("load", LevelName.of(level.load())));
    facts.add(new Fact("window", window(level)));
    facts.add(new Fact("warm-up", warmup(level.window())));
    facts.add(new Fact("requests", String.join("; ", requests(level))));
    effective(level, facts);
    add(facts, "sample size", SloText.sampleSize(level));
    Double speed = level.rates().outputTpsPerUser();
    add(facts, "speed", speed == null ? null : Figures.number(speed) + " output tok/s per user");
    add(
        facts,
        "prompt tokens",
        lengths(level.lengths().inputRequested(), level.lengths().inputReported(), " expected"));
    add(
        facts,
        "output tokens",
        lengths(level.lengths().outputRequested(), level.lengths().outputReported(), " requested"));
    add(facts, "token counts", TokenText.sentence(level));
    add(facts, "ITL", TokenText.itl(level.tokens().itlSource()));
    add(facts, ClientText.measurer(level), ClientText.figures(level));
    add(facts, "reading", String.join(" · ", LevelFigures.reading(level)));
    add(
        facts,
        "reliability",
        String.join(LevelFigures.DOT, LevelFigures.reliability(level.reliability())));
    add(facts, "cost", String.join(" · ", LevelFigures.cost(level)));
    arrivals(level.load(), facts);
    return facts;
  }

  /// What is true of the whole run.
  public static List<Fact> of(ReportInput in) {
    List<Fact> facts = new ArrayList<>();
    add(in, "run.workload", "workload", facts);
    add(in, "run.seed", "seed", facts);
    RunFacts.fullTarget(in)
        .ifPresent(target -> facts.add(new Fact("target", SafeText.shortened(target))));
    add(in, "target.server", "server", facts);
    add(in, "target.endpoint", "endpoint", facts);
    add(in, "target.max_model_len", "longest context", facts);
    add(in, "tokenizer", "tokenizer", facts);
    probes(in, facts);
    add(facts, "host", host(in));
    add(in, "goodput.version", "Goodput", facts);
    add(in, "run.id", "run", facts);
    in.repeats().ifPresent(repeats -> addRepeats(repeats, facts));
    return facts;
  }

  private static void addRepeats(Repeats repeats, List<Fact> facts) {
    facts.add(new Fact("repeats", RepeatText.title(repeats)));
    for (RepeatedLatency latency : repeats.latencies()) {
      add(facts, latency.latency().name(), RepeatText.figures(latency));
    }
  }

  private static String window(LevelResult level) {
    Window window = level.window();
    return Figures.span(window.seconds())
        + ", from "
        + Figures.span((window.beginNanos() - window.runBeginNanos()) / 1e9)
        + " to "
        + Figures.span((window.endNanos() - window.runBeginNanos()) / 1e9)
        + " of the level; requests that start in it count "
        + (window.cutShort() ? "as far as the run went" : "until they end");
  }

  private static String warmup(Window window) {
    return Figures.span(window.warmupSeconds()) + " excluded (" + window.warmup() + ")";
  }

  /// The counts, and how many more there were outside the window.
  public static List<String> requests(LevelResult level) {
    String sample = (level.lost() ? "in the log: " : "") + requests(level.requests());
    if (level.excluded() <= 0) {
      return List.of(sample);
    }
    double warmup = level.window().warmupSeconds();
    String cut = warmup > 0 ? " (warm-up: first " + Figures.span(warmup) + ")" : "";
    String all = Figures.count(level.totals().requests());
    return List.of(
        sample,
        Figures.count(level.excluded())
            + " of "
            + all
            + " excluded: outside the window"
            + cut
            + failed(level));
  }

  private static String failed(LevelResult level) {
    long failed = level.excludedFailures();
    return failed <= 0 ? "" : ", " + Figures.count(failed) + " of them failed";
  }

  /// What a reader needs of them at first: `240 measured, 2 failed (22 excluded: warm-up, first 2.1
  /// s)`.
  public static String measured(LevelResult level) {
    Requests requests = level.requests();
    double warmup = level.window().warmupSeconds();
    String cancelled =
        requests.cancelled() == 0 ? "" : ", " + Figures.count(requests.cancelled()) + " cancelled";
    String excluded =
        " (%s excluded%s: %s)"
            .formatted(
                Figures.count(level.excluded()),
                failed(level),
                warmup > 0 ? "warm-up, first " + Figures.span(warmup) : "outside the window");
    return Figures.count(requests.intended())
        + (level.lost() ? " in the log, " : " measured, ")
        + Figures.count(requests.failed())
        + " failed"
        + cancelled
        + (level.excluded() <= 0 ? "" : excluded);
  }

  /// `240 intended, 240 sent, 238 ok, 2 failed, 0 cancelled`.
  private static String requests(Requests requests) {
    return Figures.count(requests.intended())
        + " intended, "
        + Figures.count(requests.sent())
        + " sent, "
        + Figures.count(requests.ok())
        + " ok, "
        + Figures.count(requests.failed())
        + " failed, "
        + Figures.count(requests.cancelled())
        + " cancelled"
        + (requests.retries() == 0 ? "" : ", " + Figures.count(requests.retries()) + " retries");
  }

  private static void effective(LevelResult level, List<Fact> facts) {
    var latency = level.latencies().e2el();
    if (latency != null && latency.nEffective() != null) {
      facts.add(
          new Fact(
              "effective sample",
              Figures.observations(latency.nEffective())
                  + ": overlapping requests share a batch, so they are slow or"
                  + " fast together"));
    }
  }

  private static @Nullable String lengths(
      @Nullable Double planned, @Nullable Double reported, String how) {
    if (reported == null) {
      return null;
    }
    String text = "mean " + Figures.number(reported) + " reported";
    return planned == null ? text : text + ", " + Figures.number(planned) + how;
  }

  private static void arrivals(LevelResult.Load load, List<Fact> facts) {
    if (load.gapCv() == null || load.dispersion1s() == null) {
      return;
    }
    facts.add(
        new Fact(
            "arrivals",
            "gap CV "
                + Figures.number(load.gapCv())
                + planned(load.plannedGapCv())
                + ", dispersion in 1 s "
                + Figures.number(load.dispersion1s())
                + planned(load.plannedDispersion1s())));
  }

  private static String planned(@Nullable Double value) {
    return value == null ? "" : " (schedule " + Figures.number(value) + ")";
  }

  private static void probes(ReportInput in, List<Fact> facts) {
    in.fact("probes.requests")
        .ifPresent(requests ->
            facts.add(
                new Fact(
                    "probes",
                    requests
                        + (requests.equals("1") ? " request and " : " requests and ")
                        + in.fact("probes.input_tokens")
                            .map(input -> input + " input and ")
                            .orElse("")
                        + in.fact("probes.output_tokens").orElse("no")
                        + " output tokens before the run; excluded from all figures")));
  }

  private static String host(ReportInput in) {
    List<String> parts = new ArrayList<>();
    in.fact("host.cpus")
        .ifPresent(cpus -> parts.add(cpus + " × " + in.fact("host.cpu_model").orElse("CPU")));
    in.fact("host.os").ifPresent(parts::add);
    in.fact("host.java").ifPresent(java -> parts.add("Java " + java));
    return String.join(", ", parts);
  }

  /// Adds a value of the manifest, where it is there, short enough to be shown.
  public static void add(ReportInput in, String key, String name, List<Fact> facts) {
    in.fact(key).ifPresent(value -> facts.add(new Fact(name, SafeText.shortened(value))));
  }

  private static void add(List<Fact> facts, String name, @Nullable String text) {
    if (text != null && !text.isEmpty()) {
      facts.add(new Fact(name, text));
    }
  }
}
