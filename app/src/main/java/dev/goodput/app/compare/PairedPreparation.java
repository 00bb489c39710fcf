package dev.goodput.app.compare;

import dev.goodput.app.asking.CommonOptions;
import dev.goodput.app.asking.TargetOptions;
import dev.goodput.app.bench.RepeatedLoad;
import dev.goodput.app.run.Judgement;
import dev.goodput.lab.comparison.ComparisonPlan;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.report.comparison.ComparisonInput.Question;
import dev.goodput.report.words.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A comparison of two targets whose options have been read and agree with each other.
///
/// @param options as typed
/// @param question what is asked of it
/// @param a whom, what and how A is asked
/// @param b the same of B; A's own where both are one
/// @param load of each run
/// @param plan what is compared
/// @param judgement how each run is judged
/// @param folder where all of it will be kept
record PairedPreparation(
    CompareOptions options,
    Question question,
    CommonOptions a,
    CommonOptions b,
    RepeatedLoad load,
    ComparisonPlan plan,
    Judgement judgement,
    Path folder) {

  /// Reads the options and refuses what makes no sense.
  ///
  /// @throws dev.goodput.app.AppException.Usage for contradictions
  /// @throws dev.goodput.workload.input.WorkloadException for what cannot be found or read
  /// @throws dev.goodput.metrics.slo.SloSyntaxException for an SLO that cannot be read
  static PairedPreparation of(CompareOptions options, Question question) {
    boolean same = question == Question.SAME;
    options.sides.check(options.target, same);
    options.pairs.check();
    if (question == Question.GATE) {
      options.workload.draw();
    }
    TargetOptions first = options.sides.a(options.target);
    TargetOptions second = same ? first : options.sides.b(options.target);
    CommonOptions.check(first, options.workload, options.request);
    CommonOptions.check(second, options.workload, options.request);
    options.output.check();
    RepeatedLoad load = RepeatedLoad.of(options.load, first.embedded() && second.embedded());
    boolean streams = first.streams();
    Judgement asked = options.judge.over(Judgement.USUAL, streams);
    CommonOptions a = CommonOptions.of(first, options.workload, options.request);
    CommonOptions b = same ? a : CommonOptions.of(second, options.workload, options.request);
    Judgement judged = asked.orPreset(a.sloPreset());
    GateRule rule = options.rule.rule(judged.options().slo() != null, streams);
    if (question == Question.GATE) {
      load.requireEnough(rule.metrics(), a.singles());
    }
    ComparisonPlan plan =
        new ComparisonPlan(
            load.level(), options.pairs.pairs, question == Question.GATE, rule, judged.options());
    return new PairedPreparation(
        options,
        question,
        a,
        b,
        load,
        plan,
        judged,
        options.output.folder(command(question) + "-" + a.shortName()));
  }

  /// Without a single failure nobody knows of so few requests that no more fail than may.
  private Optional<String> tooFew() {
    OptionalLong requests = load.requests(a.singles());
    boolean gate = question == Question.GATE && requests.isPresent();
    return gate && !plan.rule().canPassErrorRate(plan.pairs(), requests.getAsLong())
        ? Optional.of(
            "%s of so few requests do not show that B fails no more than %s more often: it can hardly be ok; %s--max-more-failures"
                .formatted(
                    Figures.counted(plan.pairs(), "pair"),
                    Figures.share(plan.rule().moreFailures()),
                    plan.rule().moreFailures() > 0 ? "longer runs, or " : "no length helps, but "))
        : Optional.empty();
  }

  /// The command: `compare` or `gate`.
  String command() {
    return command(question);
  }

  private static String command(Question question) {
    return question == Question.GATE ? "gate" : "compare";
  }

  /// What it will take, said before anything is asked.
  ///
  /// @param virtual whether time is, so that it costs none
  List<String> remarks(boolean virtual) {
    List<String> remarks = new ArrayList<>();
    double run = virtual ? Double.NaN : load.seconds();
    int runs = plan.runs(false);
    String price =
        Figures.counted(plan.pairs(), "pair")
            + ", "
            + Figures.counted(runs, "run")
            + (Double.isNaN(run) ? "" : " of about " + Figures.span(run))
            + (Double.isNaN(run) ? "" : ": about " + Figures.span(runs * run));
    String more =
        plan.confirm()
            ? "; where they look regressed as many again confirm it"
                + (Double.isNaN(run) ? "" : ", " + Figures.span(2 * runs * run) + " in all")
            : "";
    remarks.add(price + more + "; Ctrl-C keeps the pairs that are over");
    tooFew().ifPresent(remarks::add);
    if (load.unlike()) {
      remarks.add(
          "a closed loop asks the faster side more in the same time; --requests N asks both N");
    }
    if (load.remark() != null) {
      remarks.add(load.remark());
    }
    return remarks;
  }
}
