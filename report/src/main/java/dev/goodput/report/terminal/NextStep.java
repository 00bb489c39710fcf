package dev.goodput.report.terminal;

import dev.goodput.metrics.ClientHealth;
import dev.goodput.metrics.LevelResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.words.Figures;
import java.util.Optional;

/// The command that makes most sense after this run, and the question it answers. Only commands and
/// options that exist are named.
///
/// @param command what to type or do
/// @param question what that answers; empty where nothing is typed
record NextStep(String command, String question) {

  static NextStep of(ReportInput in) {
    Optional<LevelResult> best = in.best();
    if (best.isEmpty()) {
      return new NextStep("goodput bench --help", "what can be asked");
    }
    if (in.result().client().verdict() == ClientHealth.Verdict.CLIENT_BOUND) {
      return new NextStep("goodput selftest", "how much can this machine measure?");
    }
    if (best.get().requests().intended() == 0) {
      return new NextStep("ask for a longer --duration or a shorter --warmup", "");
    }
    if (best.get().requests().ok() == 0 || failed(in, best.get())) {
      return new NextStep("open the report: failures are there with their reasons", "");
    }
    if (in.fact("target.profile").isPresent()) {
      return new NextStep("goodput bench --url http://HOST:PORT", "measure your own server");
    }
    if (in.result().levels().size() > 1) {
      return new NextStep("goodput report " + in.dir(), "every figure again, in any format");
    }
    String bench =
        "goodput bench" + in.fact("target.url").map(found -> " --url " + found).orElse("");
    return Boolean.FALSE.equals(best.get().sloMet())
        ? lighter(bench, best.get().load())
        : new NextStep(bench + " --concurrency 1,4,16,64", "what does more load do?");
  }

  /// Whether more failed than is allowed, or most had no answer as of a run that was stopped: more
  /// load is no question then.
  private static boolean failed(ReportInput in, LevelResult level) {
    boolean unanswered = 2 * level.totals().ok() < level.totals().requests();
    return unanswered || in.result().errorRate() > in.maxErrorRate();
  }

  private static NextStep lighter(String bench, LevelResult.Load load) {
    Double rate = load.rateAsked();
    Integer users = load.concurrencyAsked();
    if (rate != null) {
      return new NextStep(
          bench + " --rate " + Figures.plain(rate / 2), "is the SLO met at half the load?");
    }
    if (users != null && users > 1) {
      return new NextStep(
          bench + " --concurrency " + users / 2, "is the SLO met with half the users?");
    }
    return new NextStep("open the report: its slowest requests are there with their times", "");
  }
}
