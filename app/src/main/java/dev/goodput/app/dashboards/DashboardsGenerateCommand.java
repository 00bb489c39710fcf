package dev.goodput.app.dashboards;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.run.TextOutput;
import dev.goodput.operate.dashboard.DashboardFormat;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.runner.AppException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput dashboards generate`: prints a dashboard of the gateway's metrics.
@Command(
    name = "generate",
    description = {
      "Generates a dashboard of the gateway's metrics.",
      "The panels of the error budget need the recording rules of goodput alerts generate. "
          + "Datadog's dashboard has no panels of recorded series."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput dashboards generate [OPTIONS]", ""},
    sortOptions = false,
    footer = {"", "goodput dashboards generate --slo slo.yaml --out goodput.json"})
final class DashboardsGenerateCommand implements Callable<Integer> {
  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--for",
      paramLabel = "FORMAT",
      description = "grafana or datadog (default: grafana)")
  private String format = "grafana";

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--slo",
      paramLabel = "FILE",
      description = "SLO file whose thresholds the panels show (default: none)")
  private @Nullable Path slo;

  @Mixin private TextOutput output = new TextOutput();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    DashboardFormat known =
        DashboardFormat.find(format)
            .orElseThrow(() ->
                new AppException.Usage(
                    "--for must be %s, found %s%s"
                        .formatted(
                            String.join(" or ", DashboardFormat.words()),
                            format,
                            WordSuggestion.hint(format, DashboardFormat.words()))));
    output.write(known.text(slo == null ? null : SloFile.read(slo)), spec);
    return 0;
  }
}
