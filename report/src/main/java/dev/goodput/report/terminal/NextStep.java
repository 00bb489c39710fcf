package dev.goodput.report.terminal;

import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.SloResult;
import dev.goodput.record.ArrivalKind;
import dev.goodput.report.Experiment;
import dev.goodput.report.NextCommands;
import dev.goodput.report.ReportInput;
import dev.goodput.report.words.ClientText;
import dev.goodput.report.words.RunText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// What makes most sense after this run, and the question that it answers. Each command is whole:
/// with the options that the run was typed with, as another load alone would ask another question
/// of another workload.
///
/// @param command as a shell reads it; empty where the page that there is answers the question
/// @param question what that answers, or what has to be done before; may be empty
record NextStep(String command, String question) {
  /// No command takes more users, or requests per second.
  private static final int MOST = 1_000_000;

  private static final double SPARE = 0.8;

  /// Twice that is suggested of a cap whose value was not kept.
  private static final long LEAST_CAP = 64;

  /// @param pageThere whether there is a page to open
  static NextStep of(ReportInput in, boolean pageThere) {
    Experiment made = in.experiment();
    if (made != null) {
      Experiment.Next next = made.next(NextCommands.of(in.manifest(), made.command()));
      return new NextStep(next.command(), next.question());
    }
    return in.best()
        .map(best -> after(in, best, pageThere))
        .orElse(new NextStep("goodput bench --help", "all options"));
  }

  private static NextStep after(ReportInput in, LevelResult best, boolean pageThere) {
    if (best.load().observed()) {
      return page(in, pageThere, "every figure is there with its curves");
    }
    return switch (in.conclusion()) {
      case NOTHING_ASKED -> longer(in);
      case NOTHING_JUDGED -> judged(in);
      case UNREACHABLE, TOO_MANY_FAILURES, NOTHING_ANSWERED -> failed(in, best, pageThere);
      case CLIENT_BOUND -> selftest();
      case FAULT, SLO_MISSED, GOOD, REGRESSED, INCONCLUSIVE -> more(in, best, pageThere);
    };
  }

  private static NextStep judged(ReportInput in) {
    if (RunText.lost(in)) {
      return toItsEnd(in);
    }
    if (!RunText.allLeft(in)) {
      NextCommands commands = commands(in);
      boolean coolDown =
          commands.value("--cooldown").isPresent() && commands.value("--warmup").isEmpty();
      if (in.interrupted()) {
        return toItsEnd(in);
      }
      return coolDown
          ? longer(in)
          : with(in, "with a warm-up that fits into the run", "--warmup=auto");
    }
    return RunText.toStay(in).isEmpty()
        ? toItsEnd(in)
        : with(in, "do fewer leave before they can be judged?", stay(commands(in)));
  }

  private static NextStep more(ReportInput in, LevelResult best, boolean pageThere) {
    if (RunText.lost(in)) {
      return toItsEnd(in);
    }
    if (mostlyFailed(best)) {
      return failed(in, best, pageThere);
    }
    if (best.mostCameWhole()) {
      return streaming(in);
    }
    if (in.result().levels().size() == 1 && best.backlog() != null) {
      return served(in, best);
    }
    if (in.fact("target.profile").isPresent()) {
      NextCommands commands = commands(in).without("--profile").without("--virtual");
      return new NextStep(commands.again("--url=http://HOST:PORT"), "measure your own server");
    }
    if (in.result().levels().stream().anyMatch(level -> level.usersLeftOut() > 0)) {
      return longer(in);
    }
    if (in.interrupted() || best.window().cutShort()) {
      return toItsEnd(in);
    }
    if (in.repeats().isPresent()) {
      return ofRepeats(in, best, pageThere);
    }
    if (in.result().levels().size() > 1) {
      return page(in, pageThere, "each level is there with its curves");
    }
    boolean missed = Boolean.FALSE.equals(best.sloMet());
    if (ClientText.capped(best).isPresent() && (!missed || missedByTheCap(best))) {
      NextCommands commands = commands(in);
      return with(
          in,
          "is it the cap or the server that is slow?",
          commands.doubled("--max-in-flight", Long.toString(LEAST_CAP)));
    }
    if (missed) {
      return lighter(in, best.load(), pageThere);
    }
    boolean late = in.result().client().verdict() != ClientHealth.Verdict.TRUSTED;
    return late ? selftest() : heavier(in, best.load(), pageThere);
  }

  /// What all runs of one load say together, not the one that is shown.
  private static NextStep ofRepeats(ReportInput in, LevelResult best, boolean pageThere) {
    SloResult slo = in.result().slo();
    return slo != null && Boolean.FALSE.equals(slo.met())
        ? lighter(in, best.load(), pageThere)
        : page(in, pageThere, "each run is there with its curves");
  }

  /// Whether the cap is all that lies between the level and its SLO: what a server does to more
  /// load that is too slow already needs no asking.
  private static boolean missedByTheCap(LevelResult level) {
    return level.bounds().stream().anyMatch(BoundResult::missedAlone)
        && level.bounds().stream()
            .filter(BoundResult::missedAlone)
            .allMatch(BoundResult::missedByTheCap);
  }

  /// Of the level, or of its window alone: the server may have gone in the middle.
  private static boolean mostlyFailed(LevelResult level) {
    return level.totals().failed() > 0
        && (2 * level.totals().ok() < level.totals().judged()
            || 2 * level.requests().ok() < level.requests().judged());
  }

  private static NextStep failed(ReportInput in, LevelResult level, boolean pageThere) {
    boolean any = level.requests().intended() > 0;
    Map<String, Long> ended = any ? level.requests().byOutcome() : level.totals().byOutcome();
    return ended.keySet().equals(Set.of("refused"))
        ? with(in, "once the server runs again")
        : page(in, pageThere, "failures are there with their reasons");
  }

  private static NextCommands commands(ReportInput in) {
    return NextCommands.of(in.manifest(), "bench");
  }

  private static NextStep with(ReportInput in, String question, String... changed) {
    return new NextStep(commands(in).again(changed), question);
  }

  /// Twice as long, by what ended it.
  private static NextStep longer(ReportInput in) {
    NextCommands commands = commands(in);
    return RunText.longer(in)
        .map(longer ->
            longer.contains("--stages") && commands.value("--stages").isEmpty()
                ? with(in, "use " + longer)
                : with(in, "use " + longer, twice(commands, longer)))
        .orElse(toItsEnd(in));
  }

  private static String twice(NextCommands commands, String longer) {
    if (longer.contains("--requests")) {
      return commands.doubled("--requests", "100");
    }
    Optional<String> stages =
        commands.value("--stages").filter(each -> longer.contains("--stages"));
    return stages
        .map(each -> "--stages=" + each + "," + each)
        .orElseGet(() -> commands.doubled("--duration", "30s"));
  }

  /// Half as many users who leave.
  private static String stay(NextCommands commands) {
    BigDecimal share = new BigDecimal(commands.value("--cancel-share").orElse("1"));
    return "--cancel-share=" + plain(share.doubleValue() / 2);
  }

  /// More load would only make a late client later.
  private static NextStep selftest() {
    return new NextStep("goodput selftest", "how much can this machine measure?");
  }

  private static NextStep page(ReportInput in, boolean there, String holds) {
    return there
        ? new NextStep("", holds)
        : new NextStep("goodput report " + in.named() + " --html page.html", "the page: " + holds);
  }

  private static NextStep toItsEnd(ReportInput in) {
    return with(in, "let it run to its end");
  }

  private static NextStep lighter(ReportInput in, LevelResult.Load load, boolean pageThere) {
    Double rate = load.rateAsked();
    Integer users = load.concurrencyAsked();
    if (staged(load)) {
      return new NextStep(commands(in).on("search", slo(in)), "at which rate is the SLO met?");
    }
    if (rate != null) {
      return with(in, "is the SLO met at half the load?", "--rate=" + plain(rate / 2));
    }
    if (users != null && users > 1) {
      return with(in, "is the SLO met with half the users?", "--concurrency=" + users / 2);
    }
    return page(in, pageThere, "its slowest requests are there with their times");
  }

  private static String slo(ReportInput in) {
    return "--slo=" + commands(in).value("--slo").orElse("chat");
  }

  private static NextStep streaming(ReportInput in) {
    return with(
        in,
        "once you know why answers come whole: does the server stream without the proxy? In a"
            + " proxy: nginx proxy_buffering off; a gateway's response buffering, caching or"
            + " compression; else --no-stream");
  }

  /// A rate that the server may keep up with: below what it answered, and half of what was asked.
  private static NextStep served(ReportInput in, LevelResult level) {
    double asked = Objects.requireNonNull(level.load().rateAsked());
    double seconds = (level.window().runEndNanos() - level.window().runBeginNanos()) / 1e9;
    double answered = level.totals().ok() / seconds;
    double rate = Math.min(asked / 2, SPARE * answered);
    BigDecimal rounded = new BigDecimal(rate).round(new MathContext(2, RoundingMode.DOWN));
    return with(in, "does the server keep up then?", "--rate=" + plain(rounded.doubleValue()));
  }

  private static NextStep heavier(ReportInput in, LevelResult.Load load, boolean pageThere) {
    Double rate = load.rateAsked();
    Integer users = load.concurrencyAsked();
    Optional<String> levels = Optional.empty();
    if (staged(load)) {
      return new NextStep(commands(in).on("saturate"), "what does more load do?");
    } else if (rate != null) {
      levels =
          Optional.of(
              "--rate="
                  + DoubleStream.of(rate, 2 * rate, 4 * rate)
                      .filter(each -> each <= MOST)
                      .mapToObj(NextStep::plain)
                      .collect(Collectors.joining(",")));
    } else if (users != null) {
      levels =
          Optional.of(
              "--concurrency="
                  + IntStream.of(users, 4 * users, 16 * users)
                      .filter(each -> each <= MOST)
                      .mapToObj(Integer::toString)
                      .collect(Collectors.joining(",")));
    }
    return levels
        .map(asked -> with(in, "what does more load do?", asked))
        .orElseGet(() -> page(in, pageThere, "every figure is there with its curves"));
  }

  private static boolean staged(LevelResult.Load load) {
    return load.kind() == ArrivalKind.STAGES;
  }

  // As an option takes it: no groups, all digits.
  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
