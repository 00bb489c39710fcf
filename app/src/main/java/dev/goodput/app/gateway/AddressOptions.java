package dev.goodput.app.gateway;

import dev.goodput.app.NextCommandRole;
import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.runner.AppException;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.server.ServerSockets;
import dev.goodput.wire.server.ServerTls;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for the addresses on which the gateway listens.
final class AddressOptions {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      description =
          "address for clients (default: :9000, all IPv4 interfaces; 127.0.0.1 with " + "--demo)")
  @Nullable String listen;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--cert", paramLabel = "FILE", description = "server certificate for TLS, PEM")
  @Nullable Path certificate;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "private key of the server certificate, PEM")
  @Nullable Path key;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--admin",
      paramLabel = "ADDRESS",
      description = "address of the live page, metrics and health checks (default: 127.0.0.1:9001)")
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

  /// Returns whether any of these options was typed.
  boolean typed() {
    return listen != null
        || certificate != null
        || key != null
        || admin != null
        || adminTokenFile != null
        || adminOpen;
  }

  /// Returns whether clients must use TLS.
  boolean secured() {
    return certificate != null || key != null;
  }

  /// Returns the plan with these addresses.
  ///
  /// @throws AppException.Usage an invalid value
  GatewayPlan over(GatewayPlan plan) {
    Listener usual = plan.listen();
    ServerTls tls = tls();
    Listener clients =
        listen == null
            ? new Listener(usual.host(), usual.port(), tls)
            : address("--listen", listen, GatewayPlan.ALL_ADDRESSES, tls);
    AdminPlan admitted =
        AdminSettings.read(plan.admin().listen(), admin, adminTokenFile, adminOpen);
    return PlanChecks.planned("--admin", () -> plan.withAddresses(clients, admitted));
  }

  private static Listener address(
      String option, String typed, String everywhere, @Nullable ServerTls tls) {
    return PlanChecks.planned(option, () -> Listener.parse(option, typed, everywhere, tls));
  }

  private @Nullable ServerTls tls() {
    if (certificate == null && key == null) {
      return null;
    }
    if (certificate == null || key == null) {
      throw new AppException.Usage("--cert and --key go together: give both or none");
    }
    try {
      ServerTls tls = ServerTls.read(certificate, key, null);
      ServerSockets.check(tls);
      return tls;
    } catch (BadSettingException e) {
      throw new AppException.Usage("--cert and --key: " + e.getMessage());
    }
  }
}
