package dev.goodput.app.watch;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.gateway.AdminSettings;
import dev.goodput.app.gateway.PlanChecks;
import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.OtlpPlan;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for the admin page, exports and stored records.
final class ExportOptions {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--admin",
      paramLabel = "ADDRESS",
      description =
          "serve the live page, /metrics and health checks at this address, such as :9002 "
              + "(default: not served)")
  @Nullable String admin;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--admin-token-file",
      paramLabel = "FILE",
      description = "file that holds the bearer token for the live page and metrics")
  @Nullable Path adminTokenFile;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--admin-open",
      description = "serve the live page and metrics to other machines without a token")
  boolean adminOpen;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--otlp",
      paramLabel = "URL",
      description = "send metrics and traces to this OpenTelemetry collector over HTTP")
  @Nullable String otlp;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--runs",
      paramLabel = "DIR",
      description = "write request records to run directories in DIR, for report and compare")
  @Nullable Path runs;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--rotate",
      paramLabel = "TIME",
      description = "how long a run directory is used before a new one is started (default: 24h)")
  @Nullable Duration rotate;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--json", description = "print one line of JSON per probe and one at the end")
  boolean json;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--quiet", description = "print only changes and the result")
  boolean quiet;

  /// Rejects invalid combinations.
  ///
  /// @throws dev.goodput.runner.AppException.Usage an invalid value; the message names the option
  void check() {
    refuse(
        admin == null && (adminTokenFile != null || adminOpen),
        "--admin-token-file and --admin-open need --admin ADDRESS, for example --admin :9002");
    refuse(rotate != null && runs == null, "--rotate needs --runs DIR");
    var _ = adminPlan();
    var _ = otlpPlan();
    var _ = logPlan();
  }

  /// Returns where to serve the admin pages, or null if they are off.
  @Nullable AdminPlan adminPlan() {
    return admin == null
        ? null
        : AdminSettings.read(AdminPlan.DEFAULTS.listen(), admin, adminTokenFile, adminOpen);
  }

  /// Returns the OpenTelemetry collector, or null for none.
  @Nullable OtlpPlan otlpPlan() {
    String url = otlp;
    return url == null ? null : PlanChecks.planned("--otlp", () -> OtlpPlan.to(url));
  }

  /// Returns where to store records, or null if they are not stored.
  @Nullable LogPlan logPlan() {
    Path directory = runs;
    if (directory == null) {
      return null;
    }
    LogPlan usual = LogPlan.in(directory);
    Duration turn = rotate == null ? Duration.ofHours(24) : rotate;
    return PlanChecks.planned(
        "--rotate",
        () ->
            new LogPlan(
                directory,
                usual.share(),
                usual.rotateBytes(),
                turn.toNanos(),
                usual.capBytes(),
                usual.always()));
  }
}
