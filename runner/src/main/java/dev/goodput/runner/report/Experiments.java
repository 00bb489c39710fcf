package dev.goodput.runner.report;

import dev.goodput.findings.saturation.SaturationExperiment;
import dev.goodput.findings.search.SearchExperiment;
import dev.goodput.lab.saturation.SaturationRecord;
import dev.goodput.lab.search.SearchRecord;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.report.Experiment;
import dev.goodput.report.server.RunServers;
import dev.goodput.report.words.ClientText;
import dev.goodput.runner.Checks;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads the experiment, such as a search, that a stored run belongs to.
final class Experiments {
  private Experiments() {}

  /// Returns the experiment; null if there is none.
  static @Nullable Experiment of(
      RunDirectory run, RunResult result, RunServers servers, Judgement judgement) {
    Slo slo = judgement.options().slo();
    RunKind kind = RunKind.of(run.manifest());
    if (kind == RunKind.SATURATION) {
      return new SaturationExperiment(
          SaturationRecord.read(run, result, judgement.maxErrorRate()),
          servers,
          judgement.sloRequested(),
          name(slo));
    }
    return slo == null || kind != RunKind.SEARCH ? null : search(run, result, judgement, slo);
  }

  private static String name(@Nullable Slo slo) {
    if (slo == null) {
      return "";
    }
    String name = slo.name();
    return name == null ? slo.expression() : name;
  }

  private static Experiment search(
      RunDirectory run, RunResult result, Judgement judgement, Slo slo) {
    double attainment = judgement.options().attainmentTarget();
    Checks.refuse(
        attainment >= 1,
        "--attainment must be below 1 in a search, like 95%: no finite run can show that no request"
            + " ever misses");
    SearchPlan plan =
        SearchRecord.plan(run.manifest(), slo, attainment).allowing(judgement.maxErrorRate());
    SearchResult found = SearchRecord.read(run, plan);
    List<LevelResult> steered =
        withRequests(result).filter(level -> level.load().kind() == ArrivalKind.STEERED).toList();
    List<LevelResult> checks =
        withRequests(result)
            .filter(level -> level.whole() && level.load().kind() == ArrivalKind.POISSON)
            .toList();
    List<LevelResult> check = checks.isEmpty() ? List.of() : List.of(checks.getLast());
    int shown = steered.isEmpty() ? last(result) : steered.getLast().level();
    boolean unfinished = SearchRecord.ended(run.manifest()).isEmpty();
    return new SearchExperiment(
        plan,
        found,
        shown,
        clientBoundReason(steered),
        clientBoundReason(check),
        unfinished,
        run.path());
  }

  /// Returns the levels with requests; a level may end before its first request.
  private static Stream<LevelResult> withRequests(RunResult result) {
    return result.levels().stream().filter(level -> level.totals().requests() > 0);
  }

  /// Returns why the client was the bottleneck in one of some levels; empty if it was in none.
  private static String clientBoundReason(List<LevelResult> levels) {
    return levels.stream()
        .map(LevelResult::client)
        .filter(client -> client.verdict() == ClientHealth.Verdict.CLIENT_BOUND)
        .map(ClientText::reasons)
        .findFirst()
        .orElse("");
  }

  private static int last(RunResult result) {
    return result.levels().isEmpty() ? -1 : result.levels().getLast().level();
  }
}
