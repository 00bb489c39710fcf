package dev.goodput.report.words;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.Backlog;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/// The judgements on a level, most important first: a client that cannot be believed, the SLO, the
/// client, a workload other than the one requested, failures, faults of our own.
public final class Verdicts {

  private static final Verdict NOTHING =
      Severity.WARN.verdict("nothing was measured", "no load level ran");

  private Verdicts() {}

  /// Returns all verdicts on a run. The first is its headline, which answers the run's question: a
  /// result that cannot be used has that as its headline.
  public static List<Verdict> ofRun(ReportInput in) {
    Experiment made = in.experiment();
    List<Verdict> verdicts = new ArrayList<>(RunText.beforehand(in));
    if (made != null) {
      verdicts.addAll(of(in, made));
      return verdicts;
    }
    warning(in).ifPresent(verdicts::addFirst);
    List<Verdict> levels = in.best().map(best -> shown(in, best)).orElse(List.of(NOTHING));
    levels.stream().filter(verdict -> !ClientText.isBound(verdict)).forEach(verdicts::add);
    return verdicts;
  }

  /// The answer to what a run was made for, which every report gives first.
  public static Verdict headline(ReportInput in) {
    return ofRun(in).getFirst();
  }

  /// Returns the verdicts of a report about one level: the run's problems, then the level's own
  /// verdicts that add something. Without an SLO the key figures replace its verdict.
  public static List<Verdict> shown(ReportInput in, LevelResult level) {
    List<Verdict> verdicts =
        of(
            in,
            level,
            SloText.ofRun(in, level)
                .or(() ->
                    level.classes().isEmpty() ? LevelFigures.key(in, level) : Optional.empty()));
    WorkloadText.verdict(in, level)
        .ifPresent(wrong -> {
          verdicts.remove(wrong);
          verdicts.add(ClientText.isBound(verdicts.getFirst()) ? 1 : 0, wrong);
        });
    RunText.conclusion(in)
        .ifPresent(against -> {
          verdicts.removeIf(own -> own.equals(against) || repeats(in, against, own, level));
          verdicts.addFirst(against);
        });
    return verdicts;
  }

  private static boolean repeats(ReportInput in, Verdict against, Verdict own, LevelResult level) {
    return (ClientText.isBound(against) && ClientText.isBound(own))
        || against.text().endsWith(own.at(LevelName.at(in, level)).text());
  }

  /// The judgements on one level of the run.
  public static List<Verdict> of(ReportInput in, LevelResult level) {
    return of(in, level, SloText.verdict(in, level));
  }

  private static List<Verdict> of(ReportInput in, LevelResult level, Optional<Verdict> slo) {
    List<Verdict> verdicts = new ArrayList<>();
    slo.ifPresent(verdicts::add);
    verdicts.addAll(SloClassText.verdicts(level));
    Verdict client = client(in, level);
    if (client.severity() == Severity.BAD) {
      // Figures that must not be quoted are not praised.
      verdicts.removeIf(each -> each.severity() == Severity.GOOD);
      verdicts.addFirst(client);
    } else {
      verdicts.add(client);
    }
    WorkloadText.verdict(in, level).ifPresent(verdicts::add);
    backlog(level).ifPresent(verdicts::add);
    ClientText.capped(level).ifPresent(verdicts::add);
    failures(in, level).ifPresent(verdicts::add);
    for (String fault : level.faults()) {
      verdicts.add(fault(fault));
    }
    return verdicts;
  }

  /// Returns the verdicts on an experiment: internal faults first, the client last, unless another
  /// verdict includes it.
  public static List<Verdict> of(ReportInput in, Experiment made) {
    List<Verdict> verdicts = new ArrayList<>();
    in.result().faults().forEach(fault -> verdicts.add(fault(fault)));
    if (in.conclusion() == Conclusion.UNREACHABLE) {
      RunText.conclusion(in).ifPresent(verdicts::add);
    }
    verdicts.addAll(made.verdicts());
    in.best().flatMap(level -> WorkloadText.verdict(in, level)).ifPresent(verdicts::add);
    in.best()
        .map(level -> client(in, level))
        .filter(client -> verdicts.stream().noneMatch(ClientText::isBound))
        .ifPresent(verdicts::add);
    return verdicts;
  }

  // Where the levels differ it is of one of them.
  /// Whether the client can be believed at a level.
  public static Verdict client(ReportInput in, LevelResult level) {
    Verdict client = ClientText.verdict(level);
    boolean alike =
        in.result().levels().stream()
            .allMatch(other -> other.client().verdict() == level.client().verdict());
    return alike ? client : client.at(LevelName.at(in, level));
  }

  static Verdict fault(String fault) {
    return Severity.BAD.verdict("fault of Goodput", fault, "Please report it.");
  }

  /// Returns a warning about the whole run before any figure: at which levels the client was the
  /// bottleneck. Empty if at none.
  public static Optional<Verdict> warning(ReportInput in) {
    List<LevelResult> levels = in.result().levels();
    List<LevelResult> bound =
        levels.stream()
            .filter(level -> level.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND)
            .toList();
    return bound.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ClientText.bound(
                bound, each -> levels.size() > 1 ? LevelName.at(in, each) + ": " : ""));
  }

  static Optional<Verdict> failures(ReportInput in, LevelResult level) {
    Double rate = level.judgedErrorRate();
    long failed = level.totals().failed();
    if (failed == 0 || rate == null) {
      return Optional.empty();
    }
    String title = Figures.counted(failed, "request") + " failed";
    String text = share(level);
    if (rate <= in.maxErrorRate()) {
      return Optional.of(Severity.WARN.verdict(title, text));
    }
    String limit = limit(in);
    double all = in.result().errorRate();
    return all > in.maxErrorRate()
        ? Optional.of(Severity.BAD.verdict(title, text, limit + "."))
        : Optional.of(
            Severity.WARN.verdict(
                title, text, limit + "; over all levels " + Figures.share(all) + "."));
  }

  /// The share of a level's requests that failed, and how.
  static String share(LevelResult level) {
    return Figures.share(level.judgedErrorRate())
        + " of "
        + Figures.counted(level.totals().judged(), "request")
        + (level.lost() ? " in the log" : "")
        + kinds(level);
  }

  static String limit(ReportInput in) {
    return "More than the " + Figures.share(in.maxErrorRate()) + " that are allowed";
  }

  /// The end of a sentence on failures: their kinds, and how many of them began outside the window.
  public static String kinds(LevelResult level) {
    long outside = level.excludedFailures();
    String where = "";
    if (outside > 0) {
      where =
          (outside == level.totals().failed() ? "; all" : "; " + Figures.count(outside))
              + " of them outside the measurement window";
    }
    return ": " + byOutcome(level) + where;
  }

  /// The failures of the level by kind, the most frequent first: `18 http_error (12 × 503, 6 ×
  /// 429), 3 timeout_first_token`.
  public static String byOutcome(LevelResult level) {
    Map<String, String> more = Map.of("http_error", statuses(level), "reset", brokenOff(level));
    return byOutcome(level.totals().byOutcome(), more);
  }

  /// The failures of the window by kind; more is known of the whole level alone.
  static String inWindow(LevelResult level) {
    return byOutcome(level.requests().byOutcome(), Map.of());
  }

  /// @param more details in addition to the number
  private static String byOutcome(SortedMap<String, Long> outcomes, Map<String, String> more) {
    return outcomes.entrySet().stream()
        .filter(entry -> !entry.getKey().equals("ok") && !entry.getKey().equals("cancelled"))
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(entry ->
            Figures.count(entry.getValue())
                + " "
                + entry.getKey()
                + more.getOrDefault(entry.getKey(), ""))
        .collect(Collectors.joining(", "));
  }

  private static String brokenOff(LevelResult level) {
    long ours = level.totals().brokenOff();
    return ours == 0 ? "" : " (" + Figures.count(ours) + " by the gateway itself as it ended)";
  }

  /// Empty where they are not known, as of roll-ups.
  private static String statuses(LevelResult level) {
    if (level.totals().byStatus().isEmpty()) {
      return "";
    }
    return level.totals().byStatus().entrySet().stream()
        .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed())
        .map(entry -> Figures.count(entry.getValue()) + " × " + entry.getKey())
        .collect(Collectors.joining(", ", " (", ")"));
  }

  /// Empty where nothing piled up.
  static Optional<Verdict> backlog(LevelResult level) {
    Backlog backlog = level.backlog();
    if (backlog == null) {
      return Optional.empty();
    }
    String grew =
        "requests in flight grew from %s on average in the first quarter of the run to %s in the last"
            .formatted(
                Figures.number(backlog.firstQuarter()), Figures.number(backlog.lastQuarter()));
    return Optional.of(
        Severity.WARN.verdict(
            "queue grows", grew, "A longer run only makes it worse: use a lower --rate."));
  }

  /// The same for someone who runs no servers.
  static String backlogSentence() {
    return "More requests came than were answered, all the time: had the run been longer, the waits"
        + " would have been longer too.";
  }

  /// Returns the conclusion of a level in one or two words, for a table of levels.
  ///
  /// @param severity how it is shown
  /// @param text `meets`, `misses (cut)`, `queue grows`, `client-bound`, `no SLO`
  public record LevelVerdict(Severity severity, String text) {

    /// The verdict on a level of the run.
    public static LevelVerdict of(ReportInput in, LevelResult level) {
      if (level.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND) {
        return new LevelVerdict(Severity.BAD, ClientText.boundTitle(level));
      }
      String lacking = lacking(level);
      if (!lacking.isEmpty()) {
        return new LevelVerdict(Severity.WARN, lacking);
      }
      String title = SloText.title(in, level);
      if (level.sloMet() == null) {
        return new LevelVerdict(in.result().slo() == null ? Severity.PLAIN : Severity.WARN, title);
      }
      String cut = level.window().cutShort() ? " (cut)" : "";
      return new LevelVerdict(
          level.sloMet() ? Severity.GOOD : Severity.BAD, title.split(" ", 2)[0] + cut);
    }

    // Returns what a level lacks of its plan, so that it is not taken for that load; a missed SLO
    // counts for a smaller load too.
    private static String lacking(LevelResult level) {
      if (Boolean.FALSE.equals(level.sloMet())) {
        return "";
      }
      Integer users = level.load().targetConcurrency();
      if (users != null && level.usersWithoutTurn() > 0) {
        return Figures.count(users - level.usersWithoutTurn()) + " sent";
      }
      if (level.backlog() != null) {
        return "queue grows";
      }
      return level.window().cutShort() ? "cut short" : "";
    }
  }
}
