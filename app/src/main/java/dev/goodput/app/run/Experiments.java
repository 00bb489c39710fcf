package dev.goodput.app.run;

import dev.goodput.lab.saturation.SaturationRecord;
import dev.goodput.lab.search.SearchPlan;
import dev.goodput.lab.search.SearchRecord;
import dev.goodput.lab.search.SearchResult;
import dev.goodput.metrics.AnalysisOptions;
import dev.goodput.metrics.ClientHealth;
import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.RunResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.Experiment;
import dev.goodput.report.saturation.SaturationExperiment;
import dev.goodput.report.search.SearchExperiment;
import dev.goodput.report.server.RunServers;
import org.jspecify.annotations.Nullable;

/// What a stored run was made for, by what its manifest says.
final class Experiments {
  private Experiments() {}

  /// Null where that is its levels.
  static @Nullable Experiment of(
      RunDirectory run, RunResult result, RunServers servers, Judgement judgement) {
    AnalysisOptions options = judgement.options();
    Slo slo = options.slo();
    if (SaturationRecord.isOne(run.manifest())) {
      return new SaturationExperiment(
          SaturationRecord.read(run, result, judgement.maxErrorRate()),
          servers,
          judgement.sloAsked(),
          name(slo));
    }
    return slo == null || !SearchRecord.isOne(run.manifest())
        ? null
        : search(run, result, options, slo);
  }

  private static String name(@Nullable Slo slo) {
    if (slo == null) {
      return "";
    }
    String name = slo.name();
    return name == null ? slo.expression() : name;
  }

  private static Experiment search(
      RunDirectory run, RunResult result, AnalysisOptions options, Slo slo) {
    SearchPlan plan = SearchRecord.plan(run.manifest(), slo, options.attainmentTarget());
    SearchResult found = SearchRecord.read(run, plan);
    if (result.levels().isEmpty()) {
      return new SearchExperiment(plan, found, -1, false);
    }
    LevelResult last = result.levels().getLast();
    boolean late = last.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND;
    return new SearchExperiment(plan, found, last.level(), late);
  }
}
