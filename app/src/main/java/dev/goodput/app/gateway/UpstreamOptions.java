package dev.goodput.app.gateway;

import dev.goodput.app.NextCommandRole;
import dev.goodput.gateway.plan.ExtraHeader;
import dev.goodput.gateway.plan.PowerPlan;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.result.Cost;
import dev.goodput.runner.AppException;
import dev.goodput.runner.Checks;
import dev.goodput.runner.report.Prices;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.BaseUrl;
import dev.goodput.wire.client.PageAddress;
import dev.goodput.wire.dial.TlsContexts;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for the upstream server.
final class UpstreamOptions {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--upstream", paramLabel = "URL", description = "server to forward to")
  @Nullable String upstream;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--api-key-env",
      paramLabel = "VAR",
      description =
          "environment variable that holds the upstream's API key; it replaces the " + "client's")
  @Nullable String apiKeyEnv;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--ca", paramLabel = "FILE", description = "CA certificate to trust, PEM")
  @Nullable Path ca;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--insecure", description = "accept any certificate of the upstream")
  boolean insecure;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--server-metrics",
      paramLabel = "URL",
      description = "metrics page of the engine or its GPUs; repeatable")
  List<String> serverMetrics = new ArrayList<>();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--power",
      paramLabel = "SOURCE",
      description =
          "where to read electric power: URL of a GPU exporter's metrics page, or rapl (this"
              + " machine's processors); repeatable (default: the pages of --server-metrics)")
  List<String> power = new ArrayList<>();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--cost-per-hour",
      paramLabel = "PRICE",
      description = "price of the whole server per hour: 3.50 or 3.50EUR")
  @Nullable String costPerHour;

  /// Returns whether any of these options was typed.
  boolean typed() {
    return upstream != null
        || apiKeyEnv != null
        || ca != null
        || insecure
        || !serverMetrics.isEmpty()
        || !power.isEmpty()
        || costPerHour != null;
  }

  /// Returns the upstream that these options describe.
  ///
  /// @param url the URL as it was typed
  /// @throws AppException.Usage an invalid value
  Upstream read(String url, Map<String, String> environment) {
    URI address = PlanChecks.planned("--upstream", () -> Upstream.readUrl(url));
    List<ExtraHeader> headers = new ArrayList<>();
    if (apiKeyEnv != null) {
      Secret key = Secret.fromEnvironment(apiKeyEnv, environment);
      headers.add(ExtraHeader.of("authorization", "Bearer " + key.reveal(), true));
    }
    List<PageAddress> pages =
        serverMetrics.stream()
            .map(page -> PageAddress.parse("--server-metrics", page, "/metrics"))
            .toList();
    Cost cost = costPerHour == null ? null : Prices.read("--cost-per-hour", costPerHour);
    PowerPlan sources = PowerPlan.parse("--power", power);
    Tls tls = tls(address);
    return PlanChecks.planned(
        "--upstream",
        () ->
            new Upstream(
                Upstream.nameOf(address),
                address,
                tls,
                HttpVersion.AUTO,
                false,
                headers,
                pages,
                sources,
                cost));
  }

  /// Reads and checks the TLS files before any connection is opened.
  private Tls tls(URI address) {
    Checks.refuse(
        insecure && ca != null,
        "--insecure accepts any certificate, so --ca has no effect; remove one of them");
    Checks.refuse(
        (insecure || ca != null) && !BaseUrl.secure(address),
        "--ca and --insecure are about TLS: they need --upstream https://…");
    try {
      Tls tls = Tls.read(insecure, ca, null, null);
      TlsContexts.check(tls);
      return tls;
    } catch (BadSettingException e) {
      throw new AppException.Usage("--ca: " + e.getMessage());
    }
  }
}
