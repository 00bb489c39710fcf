package dev.goodput.app.watch;

import static dev.goodput.app.Checks.refuse;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.live.AdminSettings;
import dev.goodput.app.live.TrafficPlanOptions;
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
      description = "serve the live page, /metrics and probes there, as :9002 (else not)")
  @Nullable String admin;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--admin-token-file",
      paramLabel = "FILE",
      description = "bearer token that figures are shown for")
  @Nullable Path adminTokenFile;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--admin-open",
      description = "let other machines see the figures without a token")
  boolean adminOpen;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--otlp",
      paramLabel = "URL",
      description = "send metrics and traces to this OpenTelemetry collector, over HTTP")
  @Nullable String otlp;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--runs",
      paramLabel = "DIR",
      description = "keep records in run directories there, for report and compare")
  @Nullable Path runs;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--rotate",
      paramLabel = "TIME",
      description = "a new run directory after so long (default: 24h)")
  @Nullable Duration rotate;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--json",
      description = "a line of JSON for each look and the end, on standard output")
  boolean json;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--quiet", description = "say only what changes, and the end")
  boolean quiet;

  /// Rejects invalid combinations.
  ///
  /// @throws dev.goodput.app.AppException.Usage an invalid value; the message names the option
  void check() {
    refuse(
        admin == null && (adminTokenFile != null || adminOpen),
        "--admin-token-file and --admin-open are of --admin ADDRESS: say where, as :9002");
    refuse(rotate != null && runs == null, "--rotate is of --runs DIR: say where");
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
    return url == null ? null : TrafficPlanOptions.read("--otlp", () -> OtlpPlan.to(url));
  }

  /// Returns where to store records, or null if they are not stored.
  @Nullable LogPlan logPlan() {
    Path directory = runs;
    if (directory == null) {
      return null;
    }
    LogPlan usual = LogPlan.in(directory);
    Duration turn = rotate == null ? Duration.ofHours(24) : rotate;
    return TrafficPlanOptions.read(
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
