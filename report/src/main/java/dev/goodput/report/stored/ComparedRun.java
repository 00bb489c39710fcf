package dev.goodput.report.stored;

import dev.goodput.metrics.ClientHealth;
import dev.goodput.metrics.LevelResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.search.SearchExperiment;
import dev.goodput.report.words.ShortName;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One of the runs that are held against each other.
///
/// @param label `A` for the first, `B`, …
/// @param name what it is called: by somebody, or by its directory
/// @param report all that is known of it, judged
/// @param gpus how many GPUs serve it, null where nobody knows
public record ComparedRun(String label, String name, ReportInput report, @Nullable Integer gpus) {
  /// A value of its manifest, short enough to be shown; empty where it is not there.
  Optional<String> fact(String key) {
    return report.fact(key).map(ShortName::of);
  }

  /// Label and name.
  String called() {
    return label + " (" + name + ")";
  }

  boolean isSlice() {
    return fact("run.shard").isPresent();
  }

  boolean isRepeated() {
    return report.repeats().isPresent();
  }

  /// What it was made for beyond its levels: `search`; empty where for these.
  Optional<String> experiment() {
    return Optional.ofNullable(report.experiment()).map(made -> made.command());
  }

  /// Whether it steered one load, so that its levels are no loads of their own.
  boolean steered() {
    return report.experiment() instanceof SearchExperiment;
  }

  ClientHealth.Verdict client() {
    return report.result().client().verdict();
  }

  /// Where its tokens are counted: `usage`, or the sources of its levels.
  String tokensFrom() {
    return levels()
        .map(level -> level.tokens().outputSource())
        .filter(Objects::nonNull)
        .map(source -> source.name().toLowerCase(Locale.ROOT))
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private Stream<LevelResult> levels() {
    return report.result().levels().stream();
  }

  /// What its tokens, speeds and rates rest on: figures of runs that differ there are of different
  /// things.
  String basis() {
    return Stream.of("run.workload", "workload.summary", "target.model", "run.stream")
            .map(key -> report.fact(key).orElse(""))
            .collect(Collectors.joining("\n"))
        + "\n"
        + tokensFrom();
  }
}
