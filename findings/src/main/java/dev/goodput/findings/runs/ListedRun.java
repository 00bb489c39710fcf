package dev.goodput.findings.runs;

import dev.goodput.history.StoredResult;
import dev.goodput.history.StoredRun;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunKind;
import dev.goodput.report.words.Figures;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// A stored run with its figures.
///
/// @param result the run's result, read once
public record ListedRun(StoredRun run, StoredResult result) {
  private static final double DEFAULT_ERROR_RATE = 0.01;

  /// The endings of a saturation run that was interrupted, or shows its client rather than the
  /// server.
  private static final Set<String> NOT_FOUND =
      Set.of("client_bound", "unstable", "not_judged", "interrupted");

  /// Reads the result of a run.
  public static ListedRun of(StoredRun run) {
    return new ListedRun(run, run.result());
  }

  /// Returns the load: the name of the level, the number of levels, or the number of repeats and
  /// how many of them count; and the slice of the load, if it was sharded.
  public String load() {
    if (result.search() != null) {
      return "search";
    }
    if (result.saturation() != null) {
      return "saturate";
    }
    StoredResult.Repeats repeats = result.repeats();
    int levels = result.levels().size();
    if (repeats != null && levels > 1) {
      String count = repeats.runs() < levels ? repeats.runs() + " of " : "";
      return count + levels + " × " + result.levels().getFirst().load();
    }
    return requested() + run.fact("run.shard").map(shard -> ", " + shard).orElse("");
  }

  private String requested() {
    return switch (result.levels().size()) {
      case 0 -> run.fact("run.arrivals").orElse("");
      case 1 -> result.levels().getFirst().load();
      default -> result.levels().size() + " levels";
    };
  }

  /// Returns the verdict on the run in a word or two.
  public String verdict() {
    if (RunKind.COMPARISON.describes(run.manifest())) {
      return Objects.requireNonNullElse(result.comparison(), "no result");
    }
    if (!result.problem().isEmpty()) {
      return run.isTrafficLog() ? "a log" : run.isProxyCheck() ? "proxy check" : "no result";
    }
    if (result.faults() > 0) {
      return "fault";
    }
    return experiment().orElseGet(this::levels);
  }

  /// Returns the verdict of an experiment. The experiment's result itself records an interrupt: a
  /// signal during verification takes nothing from the search.
  private Optional<String> experiment() {
    StoredResult.Search search = result.search();
    StoredResult.Saturation saturation = result.saturation();
    return search != null
        ? Optional.of(of(search))
        : Optional.ofNullable(saturation).map(ListedRun::of);
  }

  private String levels() {
    if (result.interrupted()) {
      return "interrupted";
    }
    double failed = result.errorRate();
    OptionalDouble most = maxErrors();
    if (most.isEmpty()) {
      return "damaged";
    }
    if (failed > most.getAsDouble()) {
      return Figures.share(failed) + " failed";
    }
    if (result.clientBound()) {
      return "client-bound";
    }
    boolean other = shown().filter(StoredResult.Level::wrongWorkload).isPresent();
    if (other && !Boolean.FALSE.equals(result.sloMet())) {
      return "wrong workload";
    }
    return judged();
  }

  /// Returns the highest allowed error rate, or empty if the manifest's value is not a number.
  private OptionalDouble maxErrors() {
    try {
      return OptionalDouble.of(
          run.manifest().decimal("run.max_error_rate").orElse(DEFAULT_ERROR_RATE));
    } catch (RecordException.BadValue e) {
      return OptionalDouble.empty();
    }
  }

  /// Returns the claim of a search, or why there is none.
  private static String of(StoredResult.Search search) {
    return switch (search.verified()) {
      case "missed" -> "claim missed";
      case "too_many_failures" -> "fails at claim";
      default -> found(search);
    };
  }

  private static String found(StoredResult.Search search) {
    Double claim = search.claim();
    boolean good = search.ending().equals("reached") || search.ending().equals("at_flood");
    return good && claim != null
        ? "≥ " + Figures.number(claim) + (search.unit().equals("sessions") ? " ses/s" : " req/s")
        : search.ending().replace('_', ' ');
  }

  /// Returns the load at which the server saturates, or why it is unknown.
  private static String of(StoredResult.Saturation found) {
    Double load = found.load();
    if (load == null || NOT_FOUND.contains(found.ending())) {
      return found.ending().equals("top") ? "not saturated" : found.ending().replace('_', ' ');
    }
    return switch (found.axis()) {
      case "concurrency" -> "at " + Figures.counted(Math.round(load), "user");
      case "session_rate" -> "at " + Figures.number(load) + " ses/s";
      default -> "at " + Figures.number(load) + "/s";
    };
  }

  private String judged() {
    String slo = result.slo();
    if (slo == null) {
      return "no SLO";
    }
    Boolean met = result.sloMet();
    String name = run.fact("run.slo").orElse(slo);
    String brief = name.contains("=") || name.contains("≤") ? "its SLO" : name;
    return met == null ? "not judged" : (met ? "meets " : "misses ") + brief;
  }

  Optional<StoredResult.Level> shown() {
    return result.shown();
  }
}
