package dev.goodput.report.terminal;

import dev.goodput.metrics.ClientHealth;
import dev.goodput.metrics.LevelResult;
import dev.goodput.report.ReportInput;
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
    if (best.get().requests().ok() == 0) {
      return new NextStep("open the report: failures are there with their reasons", "");
    }
    if (in.fact("target.profile").isPresent()) {
      return new NextStep("goodput bench --url http://HOST:PORT", "measure your own server");
    }
    if (in.result().levels().size() > 1) {
      return new NextStep("goodput report " + in.dir(), "every figure again, in any format");
    }
    String url = in.fact("target.url").map(found -> " --url " + found).orElse("");
    return new NextStep(
        "goodput bench" + url + " --concurrency 1,4,16,64", "what does more load do?");
  }
}
