package dev.goodput.findings.stored;

import dev.goodput.metrics.interval.QuantileInterval;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.record.WorkloadKeys;
import dev.goodput.report.model.Severity;
import dev.goodput.report.words.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Checks first which runs cannot be compared, and which claims they do not support.
final class ComparabilityChecks {
  private final List<ComparedRun> runs;
  private final ComparedRun first;
  private final List<Problem> found = new ArrayList<>();

  private ComparabilityChecks(List<ComparedRun> runs) {
    this.runs = runs;
    this.first = runs.getFirst();
  }

  /// The gravest first.
  static List<Problem> of(List<ComparedRun> runs) {
    ComparabilityChecks all = new ComparabilityChecks(runs);
    runs.forEach(all::checkRun);
    runs.stream().skip(1).forEach(all::compareWithFirst);
    all.chance();
    all.found.sort(Comparator.comparingInt(each -> grave(each.severity())));
    return all.found;
  }

  private static int grave(Severity severity) {
    return switch (severity) {
      case BAD -> 0;
      case WARN -> 1;
      case PLAIN, OPEN, GOOD -> 2;
    };
  }

  private void add(Severity severity, ComparedRun run, String what, String claim) {
    found.add(new Problem(severity, List.of(run.label()), run.called() + " " + what, claim));
  }

  private void checkRun(ComparedRun run) {
    run.fact("run.shard")
        .ifPresent(slice ->
            add(
                Severity.BAD,
                run,
                "is slice " + slice + " of a load, and no run",
                "Its rates are of a part of what the server did: no ratio, no point on the"
                    + " frontier. goodput report SLICE SLICE… shows the run that all of them"
                    + " are."));
    client(run);
    failures(run);
    unfinished(run);
    steered(run);
    few(run);
  }

  private void few(ComparedRun run) {
    int runs = run.report().repeats().map(Repeats::runs).orElse(QuantileInterval.MIN_RUNS);
    if (runs > 1 && runs < QuantileInterval.MIN_RUNS) {
      add(
          Severity.WARN,
          run,
          "has " + runs + " repeats that count",
          "Of fewer than "
              + QuantileInterval.MIN_RUNS
              + " there are no percentiles, and no intervals.");
    }
  }

  private void client(ComparedRun run) {
    if (BoundClient.bound(run)) {
      add(
          Severity.BAD,
          run,
          "was bound by its client",
          "Do not use its latencies and rates: the measuring machine was too slow. Only the quality"
              + " of its answers can be compared.");
    } else if (run.client() == ClientHealth.Verdict.SUSPECT) {
      add(
          Severity.WARN,
          run,
          "has a suspect client",
          "A small difference may be the client's: " + reason(run));
    }
  }

  private void unfinished(ComparedRun run) {
    if (run.report().interrupted()
        || run.report().result().levels().stream().anyMatch(LevelResult::lost)) {
      add(
          Severity.WARN,
          run,
          "was not measured to its end",
          "What was cut short is no point on the frontier.");
    }
  }

  private void steered(ComparedRun run) {
    if (run.steered()) {
      add(
          Severity.WARN,
          run,
          "is a search",
          "Of its levels only the load that it steered is shown, at rates that moved: no ratio."
              + " What it found is what can be compared; its other levels were steps on its way.");
    }
  }

  private static String reason(ComparedRun run) {
    return run.report().result().client().reasons().stream().findFirst().orElse("see its report.");
  }

  private void failures(ComparedRun run) {
    double failed = run.report().result().errorRate();
    if (failed > run.report().maxErrorRate()) {
      add(
          Severity.WARN,
          run,
          "failed " + Figures.share(failed) + " of its requests",
          "Latencies are of those that were answered: a server that refuses work is fast. Levels"
              + " with more failures than allowed are no points on the frontier.");
    }
  }

  private void compareWithFirst(ComparedRun run) {
    boolean workload = !first.hasSameRequestsAs(run);
    workload(run, workload);
    tokens(run);
    slo(run);
    load(run, workload);
    if (!workload) {
      answers(run);
    }
  }

  private void workload(ComparedRun run, boolean differs) {
    if (differs) {
      add(
          Severity.BAD,
          run,
          "used another workload than " + first.label(),
          "They differ by "
              + String.join(", ", differences(run))
              + ". Other requests have other latencies and rates: no ratio, and a frontier of its"
              + " own.");
    }
  }

  /// What makes the requests of a run unlike the first one's, by option where there is one.
  private List<String> differences(ComparedRun run) {
    return WorkloadKeys.differing(first.report().manifest(), run.report().manifest()).stream()
        .map(key ->
            switch (key) {
              case "run.workload" -> "workload";
              case "workload.summary" -> "requests";
              case "workload.digest" -> "content of the file";
              case "workload.prompts" -> "prompts";
              case "workload.written" -> "whether prompts are sent again";
              case "ask.cancellation" -> "cancellations";
              default -> "--" + key.substring(key.indexOf('.') + 1).replace('_', '-');
            })
        .toList();
  }

  private void tokens(ComparedRun run) {
    if (differ(run, ComparedRun::model)) {
      add(
          Severity.WARN,
          run,
          "is of another model than " + first.label(),
          "Each counts tokens its own way: no ratio of what counts tokens, and a frontier of its"
              + " own.");
    } else if (!run.tokensFrom().equals(first.tokensFrom())) {
      add(
          Severity.WARN,
          run,
          "has its tokens from " + or(run.tokensFrom()) + ", not from " + or(first.tokensFrom()),
          "These need not be the same tokens: no ratio of what counts them, and a frontier of its"
              + " own.");
    }
  }

  private void slo(ComparedRun run) {
    if (differ(run, ComparedFacts::slo)) {
      add(
          Severity.WARN,
          run,
          "was judged by another SLO than " + first.label(),
          "Attainment and goodput have no ratio; judge all by one: --slo.");
    }
  }

  private void load(ComparedRun run, boolean workload) {
    if (!workload && ComparedLoad.commonLoads(first, run).isEmpty()) {
      add(
          Severity.WARN,
          run,
          "has no load in common with " + first.label(),
          "Latencies at other loads show nothing about the server: no ratio. The frontier is what"
              + " can be compared.");
    }
  }

  private void answers(ComparedRun run) {
    boolean alike =
        ComparedLoad.of(run).stream()
            .noneMatch(load ->
                ComparedLoad.sameLoad(first, load).stream()
                    .anyMatch(one -> ComparedFigure.unlikeAnswers(one, load)));
    if (!alike) {
      add(
          Severity.WARN,
          run,
          "has answers of other lengths than " + first.label(),
          "Longer answers are other work: no ratio of E2EL and requests/s. Tokens per answer are"
              + " below; --ignore-eos requests full lengths.");
    }
  }

  private static String or(String text) {
    return text.isEmpty() ? "nowhere" : text;
  }

  private boolean differ(ComparedRun run, Function<ComparedRun, Optional<String>> fact) {
    return !fact.apply(run).equals(fact.apply(first));
  }

  private void chance() {
    List<ComparedRun> once = runs.stream().filter(run -> !run.isRepeated()).toList();
    if (!once.isEmpty()) {
      found.add(
          new Problem(
              Severity.PLAIN,
              once.stream().map(ComparedRun::label).toList(),
              "no interval: "
                  + String.join(", ", once.stream().map(ComparedRun::label).toList())
                  + (once.size() == 1 ? " is one run" : " are one run each"),
              "A ratio of single runs, and which of them is better, may be chance, however many"
                  + " requests there were. --repeats 5 gives percentiles with intervals."));
    }
  }

  /// Something that speaks against taking a difference of runs for one of their servers.
  ///
  /// @param severity [Severity#BAD] if figures cannot be compared at all
  /// @param runs their labels
  /// @param what is so
  /// @param claim what may not be claimed therefore, or what to do; a sentence
  record Problem(Severity severity, List<String> runs, String what, String claim) {
    Problem {
      runs = List.copyOf(runs);
    }
  }
}
