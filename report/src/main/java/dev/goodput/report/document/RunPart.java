package dev.goodput.report.document;

import dev.goodput.report.ReportInput;
import dev.goodput.report.model.JsonObject;

/// The `run` part: what is needed to repeat the run.
final class RunPart {
  private RunPart() {}

  static JsonObject of(ReportInput in) {
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
}
