package dev.goodput.app.plan;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.ShareConverter;
import dev.goodput.findings.whatif.CostPlan;
import dev.goodput.metrics.result.Cost;
import dev.goodput.runner.AppException;
import dev.goodput.runner.report.Prices;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput plan cost`: what tokens cost on a server of a known price and speed.
@Command(
    name = "cost",
    description = {
      "Shows what tokens cost at a price per hour and a speed.",
      "This is arithmetic, and no server is needed. To measure the speed, use bench "
          + "--cost-per-hour."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput plan cost --tps N --cost-per-hour PRICE [OPTIONS]", ""},
    sortOptions = false,
    footer = {
      "",
      "Cost of a million output tokens = price per hour / (tokens per second x 3600) x 1,000,000.",
      "",
      "goodput plan cost --tps 4000 --cost-per-hour 3",
      "goodput plan cost --tps 4000 --cost-per-hour 3 --gpus 4 --utilization 40%% \\",
      "  --good 92%% --output-tokens 300 --requests-per-month 600"
    })
final class CostCommand implements Callable<Integer> {
  private static final double MAX = 1e12;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--tps", paramLabel = "N", description = "output tokens per second of all GPUs")
  private @Nullable Double tps;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--cost-per-hour",
      paramLabel = "PRICE",
      description = "price per hour: 3 or 3EUR; of one GPU if --gpus is given")
  private @Nullable String hour;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--gpus", paramLabel = "N", description = "number of GPUs (default: 1)")
  private int gpus = 1;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--utilization",
      paramLabel = "SHARE",
      converter = ShareConverter.class,
      description = "share of the time at that speed (default: 100%%)")
  private double utilization = 1;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--good",
      paramLabel = "SHARE",
      converter = ShareConverter.class,
      description = "share of the tokens that belong to requests that meet the SLO")
  private @Nullable Double good;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--output-tokens", paramLabel = "N", description = "response length in tokens")
  private @Nullable Integer outputTokens;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--requests-per-month",
      paramLabel = "N",
      description = "requests of one user in a month; needs --output-tokens")
  private @Nullable Double requests;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--json", description = "print the result as JSON")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    CostPlan plan = plan();
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? plan.json() : plan.text());
    out.flush();
    return 0;
  }

  private CostPlan plan() {
    Double speed = tps;
    String price = hour;
    if (speed == null || price == null) {
      throw new AppException.Usage(
          "plan cost needs --tps and --cost-per-hour, like --tps 4000 --cost-per-hour 3");
    }
    positive("--tps", speed);
    share("--utilization", utilization);
    share("--good", good);
    positive("--gpus", (double) gpus);
    positive("--output-tokens", outputTokens == null ? null : outputTokens.doubleValue());
    positive("--requests-per-month", requests);
    refuse(
        requests != null && outputTokens == null,
        "--requests-per-month needs --output-tokens, how long a response is");
    Cost one = Prices.read("--cost-per-hour", price);
    Cost all = new Cost(one.perHour() * gpus, one.currency());
    return new CostPlan(all, speed, utilization, good, outputTokens, requests);
  }

  private static void positive(String option, @Nullable Double value) {
    refuse(
        value != null && !(value > 0 && value <= MAX), option + " must be above 0, found " + value);
  }

  private static void share(String option, @Nullable Double value) {
    refuse(
        value != null && !(value > 0 && value <= 1),
        option + " must be above 0 and at most 100%, found " + value);
  }
}
