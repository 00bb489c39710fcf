package dev.goodput.runner.measure;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.findings.comparison.ComparisonInput.Question;
import dev.goodput.findings.comparison.ComparisonSentences;
import dev.goodput.lab.comparison.ComparisonListener;
import dev.goodput.lab.comparison.ComparisonPlan;
import dev.goodput.lab.comparison.ComparisonRecord;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.ComparedPair;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.RunFigures;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.observe.ServerMetricsRecorder;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunNotes;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.report.words.Figures;
import dev.goodput.runner.endpoint.TargetSession;
import dev.goodput.runner.report.Comparisons;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Pairs of runs of two targets, or of one target on both sides.
///
/// @param question the question that the comparison answers
/// @param load the load of each run
/// @param plan the pairs and the rule
public record PairedRun(Setup setup, Question question, RepeatedLoad load, ComparisonPlan plan)
    implements SidedExperiment {
  @Override
  public ArrivalKind arrivals() {
    return load.kind();
  }

  @Override
  public int runs() {
    return plan.pairs();
  }

  /// Rejects one server on both sides, because side B would find its prompts in the cache.
  @Override
  public void check(OpenTargets opened) {
    refuse(
        opened.first() != opened.last() && opened.first().same(opened.last()),
        "--a and --b are one model of one server, which finds each prompt in its cache the"
            + " second time: "
            + (question == Question.GATE
                ? "name another server with --b, or measure the noise of this one with goodput"
                    + " compare --aa"
                : "--aa uses one target for both sides"));
  }

  @Override
  public Manifest manifest(OpenTargets opened) {
    TargetSession a = opened.first();
    TargetSession b = opened.last();
    String nameA = SidedExperiment.name(a);
    Manifest manifest =
        Comparisons.addTo(
                setup.judgement().addTo(Manifest.empty()),
                question,
                plan.stages(),
                nameA,
                a == b ? nameA + ", the same" : SidedExperiment.name(b),
                load.words())
            .with("run.workload", setup.common().workload().name())
            .with("run.seed", setup.common().seed())
            .with("run.arrivals", load.kind().word());
    List<String> notes = new ArrayList<>();
    String modelA = a.target().facts().model();
    String modelB = b.target().facts().model();
    if (!modelA.equals(modelB)) {
      notes.add(
          "A serves %s and B %s: different models have tokens of different length, so figures per token differ too"
              .formatted(modelA, modelB));
    }
    if (a != b && a.sameServer(b)) {
      notes.add(
          "A and B are one model of one server, used with two keys: if its cache serves"
              + " both, the second side finds each prompt in it");
    }
    return RunNotes.keep(manifest, notes);
  }

  @Override
  public List<String> remarks(OpenTargets opened) {
    List<String> remarks = new ArrayList<>();
    double run = opened.virtual() ? Double.NaN : load.seconds();
    int runs = plan.runs(false);
    String price =
        Figures.counted(plan.pairs(), "pair")
            + ", "
            + Figures.counted(runs, "run")
            + (Double.isNaN(run) ? "" : " of about " + Figures.span(run))
            + (Double.isNaN(run) ? "" : ": about " + Figures.span(runs * run));
    String more =
        plan.confirm()
            ? "; if B looks regressed, as many new pairs must confirm it"
                + (Double.isNaN(run) ? "" : ", " + Figures.span(2 * runs * run) + " in all")
            : "";
    remarks.add(price + more + "; Ctrl-C keeps the finished pairs");
    tooFew().ifPresent(remarks::add);
    if (load.unlike()) {
      remarks.add(
          "a closed loop sends the faster side more requests in the same time; --requests N sends N"
              + " to both");
    }
    if (load.remark() != null) {
      remarks.add(load.remark());
    }
    return remarks;
  }

  /// Returns a warning if even without a failure there are too few requests for the error rate to
  /// pass.
  private Optional<String> tooFew() {
    OptionalLong requests = load.requests(setup.common().singles());
    boolean gate = question == Question.GATE && requests.isPresent();
    return gate && !plan.rule().canPassErrorRate(plan.pairs(), requests.getAsLong())
        ? Optional.of(
            "%s with so few requests cannot show that B's error rate is at most %s higher, so the verdict can hardly be ok: %s--max-more-failures"
                .formatted(
                    Figures.counted(plan.pairs(), "pair"),
                    Figures.share(plan.rule().errorRateMargin()),
                    plan.rule().errorRateMargin() > 0
                        ? "use longer runs or a larger "
                        : "use a larger "))
        : Optional.empty();
  }

  @Override
  public Measured measure(OpenTargets opened, RunDirectory parent, TerminalScreen terminal) {
    TargetSession a = opened.first();
    TargetSession b = opened.last();
    RunDirectory ofA = start(parent, Side.A, a);
    RunDirectory ofB = start(parent, Side.B, b);
    String workload = setup.common().workload().name();
    String addresses = "A " + a.address() + ", B " + b.address();
    try (ServerMetricsRecorder _ = a.watch(ofA);
        ServerMetricsRecorder _ = b.watch(ofB);
        ProgressView view = setup.view(workload, addresses, opened, terminal)) {
      return SidedExperiment.measured(
          ComparisonRecord.run(
              plan,
              setup.common().plan(a, List.of(load.level())),
              a.target(),
              b.target(),
              parent,
              ofA,
              ofB,
              view,
              new Screen(view)),
          ofA);
    }
  }

  /// A listener that prints the state of a comparison next to the progress of its runs.
  ///
  /// @param view the output
  record Screen(ProgressView view) implements ComparisonListener {
    @Override
    public void warms(Side side) {
      view.before("warming up %s (not measured)".formatted(side));
    }

    @Override
    public void runStarts(Side side, int pair, int pairs) {
      String which = pair < pairs ? " of " + pairs : ", to replace an invalid one";
      view.status("pair %d%s: %s".formatted(pair + 1, which, side));
    }

    @Override
    public void pairEnded(ComparedPair pair) {
      if (pair.voidReason().isPresent()) {
        view.result(
            "pair %d is void and does not count: %s"
                .formatted(pair.index() + 1, pair.voidReason().get()));
        return;
      }
      view.result("pair %d: %s".formatted(pair.index() + 1, figures(pair)));
    }

    private static String figures(ComparedPair pair) {
      RunFigures a = pair.figures().a();
      RunFigures b = pair.figures().b();
      return Stream.of(ComparedMetric.TTFT_P95, ComparedMetric.TPOT_P50, ComparedMetric.E2EL_P95)
          .filter(metric -> a.value(metric) != null && b.value(metric) != null)
          .limit(2)
          .map(metric -> figure(metric, a, b))
          .collect(Collectors.joining("; "));
    }

    private static String figure(ComparedMetric metric, RunFigures a, RunFigures b) {
      Double one = a.value(metric);
      Double other = b.value(metric);
      return ComparisonSentences.name(metric)
          + " A "
          + ComparisonSentences.figure(metric, one == null ? Double.NaN : one)
          + ", B "
          + ComparisonSentences.figure(metric, other == null ? Double.NaN : other);
    }

    @Override
    public void confirming(GateStage first, int from) {
      view.result("these pairs look regressed; new pairs must confirm it");
    }
  }
}
