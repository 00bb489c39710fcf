package dev.goodput.app.trend;

import dev.goodput.app.MetricWords;
import dev.goodput.app.NextCommandRole;
import dev.goodput.app.ShareConverter;
import dev.goodput.app.query.RootsOption;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.trend.ChangePoints;
import dev.goodput.runner.AppException;
import dev.goodput.store.RunDatabase;
import dev.goodput.store.StoredTable;
import dev.goodput.store.TrendQuery;
import dev.goodput.store.trend.MetricTrends;
import dev.goodput.store.trend.TrendJson;
import dev.goodput.store.trend.TrendText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput runs trend`: metrics over stored runs, with change points.
@Command(
    name = "trend",
    description = {
      "Shows metrics over the stored runs and marks change points.",
      "Runs of the same workload, model, URL and load form a series. A change point has at least "
          + "ten runs on each side, so a series needs 20 runs.",
      "Change points are annotations. They do not change the exit code; use goodput gate to fail "
          + "a build."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput runs trend [OPTIONS]", ""},
    sortOptions = false,
    footer = {
      "",
      "goodput runs trend --metric ttft_p95 --tag main",
      "goodput runs trend --model llama --metric output_tps,error_rate --json"
    })
public final class TrendCommand implements Callable<Integer> {
  @Mixin private RootsOption roots = new RootsOption();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--metric",
      paramLabel = "M,M…",
      split = ",",
      description = "metrics to show (default: ttft_p50,ttft_p95,tpot_p50,tpot_p95,error_rate)")
  private List<String> metrics = new ArrayList<>();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--tag",
      paramLabel = "NAME",
      description = "only runs of this baseline (goodput baseline set NAME RUN)")
  private @Nullable String tag;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--workload",
      paramLabel = "TEXT",
      description = "only runs whose workload name contains TEXT")
  private @Nullable String workload;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--model",
      paramLabel = "TEXT",
      description = "only runs whose model name contains TEXT")
  private @Nullable String model;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--min-change",
      paramLabel = "SHARE",
      converter = ShareConverter.class,
      description = "smallest change of the median to mark; points for shares (default: 2%%)")
  private double delta = ChangePoints.DEFAULT_DELTA;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--json", description = "print the result as JSON")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    List<ComparedMetric> chosen =
        metrics.isEmpty()
            ? ComparedMetric.DEFAULTS
            : metrics.stream()
                .map(word -> MetricWords.named("--metric", word.strip()))
                .distinct()
                .toList();
    TrendQuery query = new TrendQuery(chosen, tag, workload, model);
    Set<StoredTable> tables = Set.of(StoredTable.RUNS, StoredTable.LEVELS);
    List<MetricTrends> trends;
    try (RunDatabase runs = roots.open(tables, spec.commandLine().getErr())) {
      trends =
          query.run(runs).stream().map(series -> MetricTrends.of(series, chosen, delta)).toList();
    }
    if (trends.isEmpty()) {
      throw new AppException.Usage(
          "no runs with results"
              + (tag == null ? "" : " in the baseline \"" + tag + "\"")
              + "; goodput runs lists the stored runs");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? TrendJson.of(trends) : TrendText.of(trends));
    out.flush();
    return 0;
  }
}
