package dev.goodput.report.document;

import dev.goodput.metrics.interval.QuantileInterval;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.PooledSlo;
import dev.goodput.metrics.result.RepeatedLatency;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.result.SloResult;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.quality.RunConsistency;
import dev.goodput.report.quality.RunJudge;
import dev.goodput.report.quality.RunRatings;
import dev.goodput.report.quality.RunScores;
import dev.goodput.report.words.Notes;
import dev.goodput.report.words.Verdicts;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The result document, `result.json`: the contract that scripts and jobs rely on.
///
/// docs/reference/results.md has its names and their meaning; [#schema()] describes it.
public final class ResultDocument {
  /// Names the contract; changes when a meaning does.
  public static final String SCHEMA = "goodput.result/1";

  private ResultDocument() {}

  /// The document as indented text.
  public static String json(ReportInput in) {
    return JsonObject.text(tree(in));
  }

  /// The JSON Schema (draft 2020-12) of the document.
  public static String schema() {
    return ReportFile.resource(ResultDocument.class, "result.schema.json");
  }

  /// The document as a tree.
  public static ObjectNode tree(ReportInput in) {
    Experiment made = in.experiment();
    ObjectNode tree = levels(in, made);
    RunScores.of(in).ifPresent(scores -> tree.set("quality", scores.tree()));
    RunJudge.of(in).ifPresent(judge -> tree.set("judge", judge.tree()));
    RunRatings.of(in).ifPresent(ratings -> tree.set("ratings", ratings.tree()));
    RunConsistency.of(in).ifPresent(answers -> tree.set("consistency", answers.tree()));
    return tree;
  }

  private static ObjectNode levels(ReportInput in, @Nullable Experiment made) {
    List<LevelResult> levels = in.result().levels();
    return new JsonObject()
        .text("schema", made == null ? SCHEMA : made.schema())
        .text("headline", Verdicts.headline(in).answer())
        .object(made == null ? "" : made.command(), made == null ? null : made.document())
        .object("run", run(in))
        .object("client", client(health(in)))
        .object("slo", slo(in.result(), made == null))
        .objects("levels", levels, level -> LevelPart.of(in, level))
        .object(
            "repeats", in.result().repeats(), repeats -> repeats(repeats, in.result().sloSettled()))
        .texts("notes", Notes.ofRun(in))
        .texts("faults", in.result().faults())
        .node();
  }

  /// Of an experiment that of the level it rests on: its floods are meant to be too much.
  private static ClientHealth health(ReportInput in) {
    return in.experiment() == null
        ? in.result().client()
        : in.best().map(LevelResult::client).orElse(in.result().client());
  }

  /// @param levels whether the levels were meant to meet it; a single user nearly always does
  private static @Nullable JsonObject slo(RunResult result, boolean levels) {
    SloResult slo = result.slo();
    return slo == null
        ? null
        : new JsonObject()
            .text("expression", slo.expression())
            .flag("met", levels ? result.sloSettled() : null)
            .text("name", slo.name())
            .text("source", slo.source())
            .number("attainment_target", slo.attainmentTarget());
  }

  static JsonObject client(ClientHealth client) {
    return new JsonObject()
        .text("verdict", client.verdict().key())
        .texts("reasons", client.reasons())
        .texts("notes", client.notes().stream().map(ClientHealth.Note::sentence).toList())
        .distribution("schedule_lag_ms", client.scheduleLagMs())
        .distribution("loop_lag_ms", client.loopLagMs())
        .distribution("gc_pause_ms", client.gcPauseMs())
        .number("cpu_share", client.cpuShare())
        .number("host_cpu_share", client.hostCpuShare())
        .whole("unread_bytes_peak", client.unreadBytesPeak())
        .whole("refused_locally", client.refusedLocally())
        .number("taken_up_share", client.takenUpShare());
  }

  static JsonObject run(ReportInput in) {
    JsonObject run = new JsonObject();
    run.text("id", in.fact("run.id"));
    run.text("command", in.fact("run.command"));
    run.text("version", in.fact("goodput.version"));
    whole(in, "run.seed", "seed", run);
    run.text("started", in.fact("run.started"));
    run.flag("interrupted", in.interrupted());
    whole(in, "run.levels", "levels_asked", run);
    return run.object("target", target(in))
        .object("workload", workload(in))
        .object("host", host(in))
        .object("probes", probes(in));
  }

  private static JsonObject target(ReportInput in) {
    JsonObject target = new JsonObject();
    for (String name : new String[] {"url", "model", "endpoint", "server", "profile"}) {
      target.text(name, in.fact("target." + name));
    }
    return whole(in, "target.max_model_len", "max_model_len", target);
  }

  private static JsonObject workload(ReportInput in) {
    JsonObject workload = new JsonObject();
    workload.text("name", in.fact("run.workload"));
    workload.text("arrivals", in.fact("run.arrivals"));
    workload.text("tokenizer", in.fact("tokenizer"));
    whole(in, "workload.skipped", "requests_skipped", workload);
    workload.text("skipped_reason", in.fact("workload.skipped_reason"));
    workload.text("skipped_example", in.fact("workload.skipped_example"));
    return whole(in, "workload.turns_dropped", "turns_dropped", workload);
  }

  private static JsonObject host(ReportInput in) {
    JsonObject host = new JsonObject();
    for (String name : new String[] {"name", "os", "cpu_model", "java"}) {
      host.text(name, in.fact("host." + name));
    }
    whole(in, "host.cpus", "cpus", host);
    return whole(in, "host.memory_bytes", "memory_bytes", host);
  }

  private static JsonObject probes(ReportInput in) {
    JsonObject probes = new JsonObject();
    whole(in, "probes.requests", "requests", probes);
    whole(in, "probes.input_tokens", "input_tokens", probes);
    return whole(in, "probes.output_tokens", "output_tokens", probes);
  }

  private static JsonObject whole(ReportInput in, String key, String name, JsonObject fields) {
    in.manifest().whole(key).ifPresent(value -> fields.whole(name, value));
    return fields;
  }

  /// @param sloMet whether the SLO is met, as far as it can be claimed
  private static JsonObject repeats(Repeats repeats, @Nullable Boolean sloMet) {
    JsonObject part =
        new JsonObject()
            .whole("runs", (long) repeats.runs())
            .whole("left_out", (long) repeats.excluded().size())
            .whole("short", (long) repeats.shortRuns())
            .number("confidence", repeats.confidence());
    part.object("slo", repeats.slo(), pooled -> pooledSlo(pooled, sloMet));
    for (RepeatedLatency latency : repeats.latencies()) {
      part.object(latency.latency().name().toLowerCase(Locale.ROOT) + "_ms", latency(latency));
    }
    return part;
  }

  private static JsonObject pooledSlo(PooledSlo slo, @Nullable Boolean met) {
    return new JsonObject()
        .flag("met", met)
        .whole("judged", slo.judged())
        .whole("good", slo.good())
        .number("attainment", slo.attainment())
        .whole("runs_met", (long) slo.runsMet());
  }

  private static @Nullable JsonObject latency(RepeatedLatency latency) {
    List<QuantileInterval> percentiles = latency.percentiles();
    if (percentiles.isEmpty()) {
      return null;
    }
    QuantileInterval any = percentiles.getFirst();
    JsonObject fields =
        new JsonObject()
            .whole("count", any.count())
            .number("n_effective", any.nEffective())
            .number("concurrency_mean", any.concurrency());
    for (QuantileInterval each : percentiles) {
      fields.object(
          "p" + Math.round(100 * each.share()),
          new JsonObject()
              .number("value", each.value())
              .number("low", each.low())
              .number("high", each.high()));
    }
    return fields;
  }
}
