package dev.goodput.app.main;

import dev.goodput.app.RootCommand;
import dev.goodput.app.VersionProvider;
import dev.goodput.app.alerts.AlertsCommand;
import dev.goodput.app.bench.BenchCommand;
import dev.goodput.app.bench.FleetCommand;
import dev.goodput.app.compare.CompareCommand;
import dev.goodput.app.compare.GateCommand;
import dev.goodput.app.dashboards.DashboardsCommand;
import dev.goodput.app.gateway.GatewayCommand;
import dev.goodput.app.gateway.demo.DemoTrafficCommand;
import dev.goodput.app.hop.HopCommand;
import dev.goodput.app.plan.PlanCommand;
import dev.goodput.app.profile.ProfileCommand;
import dev.goodput.app.query.ExportCommand;
import dev.goodput.app.query.QueryCommand;
import dev.goodput.app.rate.RateCommand;
import dev.goodput.app.report.ReportCommand;
import dev.goodput.app.review.ReviewCommand;
import dev.goodput.app.runs.BaselineCommand;
import dev.goodput.app.runs.RunsCommand;
import dev.goodput.app.saturate.SaturateCommand;
import dev.goodput.app.score.ScoreCommand;
import dev.goodput.app.search.SearchCommand;
import dev.goodput.app.selftest.SelftestCommand;
import dev.goodput.app.selftest.TruthCommand;
import dev.goodput.app.simulate.SimulateCommand;
import dev.goodput.app.slo.SloCommand;
import dev.goodput.app.validate.ValidateCommand;
import dev.goodput.app.watch.WatchCommand;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The root command, `goodput`, which lists all others.
@Command(
    name = "goodput",
    description = "Benchmarks and monitors LLM inference from the user's point of view.",
    synopsisHeading = "",
    customSynopsis = "goodput COMMAND [OPTIONS]",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    commandListHeading = "%n",
    footer = {
      "",
      "goodput bench                            the embedded simulated engine",
      "goodput bench --url http://host:8000     your server",
      "goodput COMMAND --help                   the options of a command"
    },
    subcommands = {
      BenchCommand.class,
      SaturateCommand.class,
      SearchCommand.class,
      CompareCommand.class,
      GateCommand.class,
      HopCommand.class,
      FleetCommand.class,
      ReportCommand.class,
      ReviewCommand.class,
      RunsCommand.class,
      BaselineCommand.class,
      QueryCommand.class,
      ExportCommand.class,
      PlanCommand.class,
      ScoreCommand.class,
      ProfileCommand.class,
      RateCommand.class,
      GatewayCommand.class,
      WatchCommand.class,
      SloCommand.class,
      AlertsCommand.class,
      DashboardsCommand.class,
      SimulateCommand.class,
      SelftestCommand.class,
      ValidateCommand.class,
      TruthCommand.class,
      DemoTrafficCommand.class,
      RehearseCommand.class,
      ManualCommand.class,
      CompletionCommand.class,
      HelpCommand.class
    })
public final class GoodputCommand implements RootCommand {
  @Spec private CommandSpec spec = CommandSpec.create();

  /// Fails with the list of commands, because none was given.
  @Override
  public void run() {
    List<String> names =
        spec.subcommands().entrySet().stream()
            .filter(command -> !command.getValue().getCommandSpec().usageMessage().hidden())
            .map(Map.Entry::getKey)
            .toList();
    throw new ParameterException(
        spec.commandLine(), "no command given; commands: " + String.join(", ", names));
  }
}
