package dev.goodput.report.terminal;

import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.SloResult;
import dev.goodput.record.ArrivalKind;
import dev.goodput.report.Experiment;
import dev.goodput.report.NextCommands;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.words.ClientText;
import dev.goodput.report.words.RunText;
import dev.goodput.report.words.WorkloadText;
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

/// The most useful command after a run, and the question that it answers. Each command is complete:
/// it has the options of the run, as another load alone would test another workload.
///
/// @param pageThere whether there is a page to open
record NextAfterRun(ReportInput in, boolean pageThere) {
  /// No command takes more users, or requests per second.
  private static final int MAX = 1_000_000;

  private static final double SPARE = 0.8;

  /// Twice that is suggested of a cap whose value was not kept.
  private static final long MIN_CAP = 64;

  NextStep next() {
    Experiment made = in.experiment();
    if (made != null) {
      return made.next(NextCommands.of(in.manifest(), made.command()));
    }
    return in.best().map(this::after).orElse(new NextStep("goodput bench --help", "all options"));
  }

  private NextStep after(LevelResult best) {
    if (best.load().observed()) {
      return page("every figure is there with its curves");
    }
    return switch (in.conclusion()) {
      case NOTHING_SENT -> longer();
      case NOTHING_JUDGED -> judged();
      case UNREACHABLE, TOO_MANY_FAILURES, NO_RESPONSE -> failed(best);
      case CLIENT_BOUND -> NextStep.SELFTEST;
      case FAULT, SLO_MISSED, GOOD, REGRESSED, INCONCLUSIVE -> more(best);
    };
  }

  private NextStep judged() {
    if (RunText.lost(in)) {
      return toItsEnd();
    }
    if (!RunText.allDisconnected(in)) {
      NextCommands commands = commands();
      boolean coolDown =
          commands.value("--cooldown").isPresent() && commands.value("--warmup").isEmpty();
      if (in.interrupted()) {
        return toItsEnd();
      }
      return coolDown ? longer() : with("with a warm-up that fits into the run", "--warmup=auto");
    }
    return RunText.toStay(in).isEmpty()
        ? toItsEnd()
        : with("do fewer leave before they can be judged?", stay(commands()));
  }

  private NextStep more(LevelResult best) {
    if (RunText.lost(in)) {
      return toItsEnd();
    }
    if (mostlyFailed(best)) {
      return failed(best);
    }
    if (best.mostlyUnstreamed()) {
      return streaming();
    }
    if (in.result().levels().size() == 1 && best.backlog() != null) {
      return served(best);
    }
    if (in.result().levels().stream().anyMatch(level -> level.usersWithoutTurn() > 0)) {
      return longer();
    }
    if (in.fact("target.profile").isPresent()) {
      if (commands().value("--profile-a").isPresent()) {
        return page("every figure of this side is there with its curves");
      }
      NextCommands commands = commands().without("--profile").without("--virtual");
      return new NextStep(commands.again("--url=http://HOST:PORT"), "measure your own server");
    }
    if (in.interrupted() || best.window().cutShort()) {
      return toItsEnd();
    }
    if (WorkloadText.isTooShort(best) && WorkloadText.canIgnoreEos(in)) {
      return with("with responses of the requested length, if the server can", "--ignore-eos");
    }
    if (in.repeats().isPresent()) {
      return ofRepeats(best);
    }
    if (in.result().levels().size() > 1) {
      return page("each level is there with its curves");
    }
    boolean missed = Boolean.FALSE.equals(best.sloMet());
    if (ClientText.capped(best).isPresent() && (!missed || missedByTheCap(best))) {
      NextCommands commands = commands();
      return with(
          "is it the cap or the server that is slow?",
          commands.doubled("--max-in-flight", Long.toString(MIN_CAP)));
    }
    if (missed) {
      return lighter(best.load());
    }
    boolean late = in.result().client().verdict() != ClientHealth.Verdict.TRUSTED;
    return late ? NextStep.SELFTEST : heavier(best.load());
  }

  /// The result of all runs of one load, not the one that is shown.
  private NextStep ofRepeats(LevelResult best) {
    SloResult slo = in.result().slo();
    return slo != null && Boolean.FALSE.equals(slo.met())
        ? lighter(best.load())
        : page("each run is there with its curves");
  }

  /// Returns whether only the cap keeps the level from its SLO: more load on a server that is
  /// already too slow shows nothing.
  private static boolean missedByTheCap(LevelResult level) {
    return level.bounds().stream().anyMatch(BoundResult::missedAlone)
        && level.bounds().stream()
            .filter(BoundResult::missedAlone)
            .allMatch(BoundResult::missedByCap);
  }

  /// Of the level, or of its window alone: the server may have gone in the middle.
  private static boolean mostlyFailed(LevelResult level) {
    return level.totals().failed() > 0
        && (2 * level.totals().ok() < level.totals().judged()
            || 2 * level.requests().ok() < level.requests().judged());
  }

  private NextStep failed(LevelResult level) {
    boolean any = level.requests().intended() > 0;
    Map<String, Long> ended = any ? level.requests().byOutcome() : level.totals().byOutcome();
    return ended.keySet().equals(Set.of("refused"))
        ? with("once the server runs again")
        : page("failures are there with their reasons");
  }

  private NextCommands commands() {
    return NextCommands.of(in.manifest(), "bench");
  }

  private NextStep with(String question, String... changed) {
    return new NextStep(commands().again(changed), question);
  }

  /// Twice as long, by what ended it.
  private NextStep longer() {
    NextCommands commands = commands();
    return RunText.longer(in)
        .map(longer ->
            longer.contains("--stages") && commands.value("--stages").isEmpty()
                ? with("use " + longer)
                : with("use " + longer, twice(commands, longer)))
        .orElse(toItsEnd());
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

  private NextStep page(String holds) {
    return pageThere
        ? new NextStep("", holds)
        : new NextStep("goodput report " + in.named() + " --html page.html", "the page: " + holds);
  }

  private NextStep toItsEnd() {
    return with("let it run to its end");
  }

  private NextStep lighter(LevelResult.Load load) {
    Double rate = load.targetRate();
    Integer users = load.targetConcurrency();
    if (staged(load)) {
      return new NextStep(commands().on("search", slo()), "at which rate is the SLO met?");
    }
    if (rate != null) {
      return with("is the SLO met at half the load?", "--rate=" + plain(rate / 2));
    }
    if (users != null && users > 1) {
      return with("is the SLO met with half the users?", "--concurrency=" + users / 2);
    }
    return page("its slowest requests are there with their times");
  }

  private String slo() {
    return "--slo=" + commands().value("--slo").orElse("chat");
  }

  private NextStep streaming() {
    return with(
        "once you know why answers come whole: does the server stream without the proxy? In a"
            + " proxy: nginx proxy_buffering off; a gateway's response buffering, caching or"
            + " compression; else --no-stream");
  }

  /// A rate that the server may sustain: below its completed rate, and half of the requested one.
  private NextStep served(LevelResult level) {
    double requested = Objects.requireNonNull(level.load().targetRate());
    double seconds = (level.window().runEndNanos() - level.window().runBeginNanos()) / 1e9;
    double answered = level.totals().ok() / seconds;
    double rate = Math.min(requested / 2, SPARE * answered);
    BigDecimal rounded = new BigDecimal(rate).round(new MathContext(2, RoundingMode.DOWN));
    return with("does the server keep up then?", "--rate=" + plain(rounded.doubleValue()));
  }

  private NextStep heavier(LevelResult.Load load) {
    Double rate = load.targetRate();
    Integer users = load.targetConcurrency();
    Optional<String> levels = Optional.empty();
    if (staged(load)) {
      return new NextStep(commands().on("saturate"), "what does more load do?");
    } else if (rate != null) {
      levels =
          Optional.of(
              "--rate="
                  + DoubleStream.of(rate, 2 * rate, 4 * rate)
                      .filter(each -> each <= MAX)
                      .mapToObj(NextAfterRun::plain)
                      .collect(Collectors.joining(",")));
    } else if (users != null) {
      levels =
          Optional.of(
              "--concurrency="
                  + IntStream.of(users, 4 * users, 16 * users)
                      .filter(each -> each <= MAX)
                      .mapToObj(Integer::toString)
                      .collect(Collectors.joining(",")));
    }
    return levels
        .map(requested -> with("what does more load do?", requested))
        .orElseGet(() -> page("every figure is there with its curves"));
  }

  private static boolean staged(LevelResult.Load load) {
    return load.kind() == ArrivalKind.STAGES;
  }

  // As an option takes it: no groups, all digits.
  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
