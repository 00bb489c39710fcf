package dev.goodput.findings.stored;

import dev.goodput.metrics.result.SloResult;
import dev.goodput.record.WorkloadKeys;
import dev.goodput.report.Experiment;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.RunFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What was asked, of whom and by whom, run by run.
///
/// @param name what it is: `server`
/// @param values the value of each run, in order; empty if unknown
record ComparedFacts(String name, List<String> values) {
  ComparedFacts {
    values = List.copyOf(values);
  }

  static List<ComparedFacts> of(List<ComparedRun> runs) {
    List<ComparedFacts> facts = new ArrayList<>();
    key("workload", "run.workload", runs, facts);
    add("requests", runs, run -> run.report().fact("workload.summary").orElse(""), facts);
    add("as typed", runs, ComparedFacts::typed, facts);
    key("prompts", "workload.prompts", runs, facts);
    add("same prompts each time", runs, run -> yes(run, "workload.written"), facts);
    key("digest of the file", "workload.digest", runs, facts);
    add("request options", runs, ComparedFacts::requested, facts);
    add("connection per request", runs, run -> yes(run, "ask.connection_per_request"), facts);
    key("model", "target.model", runs, facts);
    add("load", runs, ComparedFacts::load, facts);
    key("seed", "run.seed", runs, facts);
    key("server", "target.server", runs, facts);
    add("address", runs, run -> RunFacts.fullTarget(run.report()).orElse(""), facts);
    key("engine", "target.profile", runs, facts);
    key("API", "target.endpoint", runs, facts);
    key("HTTP", "target.http", runs, facts);
    add("responses", runs, ComparedFacts::streamed, facts);
    add("SLO", runs, run -> slo(run).orElse("none"), facts);
    add("failures allowed", runs, run -> Figures.share(run.report().maxErrorRate()), facts);
    add("warm-up", runs, run -> run.fact("run.warmup").orElse(""), facts);
    add("found", runs, ComparedFacts::found, facts);
    add("client", runs, run -> run.client().key(), facts);
    key("client's host", "host.name", runs, facts);
    key("client's CPU", "host.cpu_model", runs, facts);
    add("tokens from", runs, ComparedRun::tokensFrom, facts);
    key("goodput", "goodput.version", runs, facts);
    return facts.stream().filter(fact -> !fact.values.stream().allMatch(String::isEmpty)).toList();
  }

  private static String yes(ComparedRun run, String key) {
    return run.fact(key).map(value -> value.equals("true") ? "yes" : "no").orElse("");
  }

  private static void key(
      String name, String key, List<ComparedRun> runs, List<ComparedFacts> facts) {
    add(name, runs, run -> run.fact(key).orElse(""), facts);
  }

  private static void add(
      String name,
      List<ComparedRun> runs,
      Function<ComparedRun, String> value,
      List<ComparedFacts> facts) {
    facts.add(new ComparedFacts(name, runs.stream().map(value).toList()));
  }

  /// Returns the load of a run, if known: its schedule, or its levels.
  static String load(ComparedRun run) {
    return run.fact("run.schedule")
        .or(run::experiment)
        .orElseGet(() ->
            String.join(
                ", ", ComparedLoad.of(run).stream().map(ComparedLoad::name).distinct().toList()));
  }

  /// What replaces the workload's own lengths and sessions: `input tokens 4000`.
  private static String typed(ComparedRun run) {
    return all(WorkloadKeys.TYPED, "workload.", run);
  }

  /// Returns the request options apart from the prompts: `temperature 0.7`.
  private static String requested(ComparedRun run) {
    return all(WorkloadKeys.RECORDED, "ask.", run);
  }

  private static String all(List<String> keys, String begin, ComparedRun run) {
    return keys.stream()
        .filter(key -> key.startsWith(begin))
        .flatMap(key ->
            run
                .fact(key)
                .map(value -> key.substring(begin.length()).replace('_', ' ') + " " + shown(value))
                .stream())
        .collect(Collectors.joining(", "));
  }

  /// A time as it is written elsewhere: `3 s` for `PT3S`.
  private static String shown(String value) {
    return value.matches("PT[\\d.HMS]+")
        ? Figures.span(Duration.parse(value).toMillis() / 1e3)
        : value;
  }

  /// What a search claims, with its interval: the only figures of it that stand for its server.
  private static String found(ComparedRun run) {
    Experiment made = run.report().experiment();
    return made == null || !run.steered()
        ? ""
        : made.verdicts().stream()
            .map(each -> each.title() + " " + each.text())
            .collect(Collectors.joining("; "));
  }

  private static String streamed(ComparedRun run) {
    return run.streamed() ? "streamed" : "whole";
  }

  static Optional<String> slo(ComparedRun run) {
    return Optional.ofNullable(run.report().result().slo()).map(SloResult::expression);
  }

  boolean differs() {
    return values.stream().distinct().count() > 1;
  }
}
