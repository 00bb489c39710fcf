package dev.goodput.app.gateway;

import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.wire.Secret;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The admin page of a command, from the options that each command with such a page has.
public final class AdminSettings {
  private AdminSettings() {}

  /// Reads `--admin`, `--admin-token-file` and `--admin-open`.
  ///
  /// @param usual the default address
  /// @param typed the address as it was typed; null for the default
  /// @param tokenFile the file that holds the bearer token; null for none
  /// @param open whether other machines need no token
  /// @throws dev.goodput.runner.AppException.Usage an invalid address, or one that others can reach
  ///   without a token
  /// @throws dev.goodput.wire.BadSettingException a file without a token
  public static AdminPlan read(
      Listener usual, @Nullable String typed, @Nullable Path tokenFile, boolean open) {
    Listener shown =
        typed == null
            ? usual
            : PlanChecks.planned(
                "--admin", () -> Listener.parse("--admin", typed, AdminPlan.HOST, null));
    Secret token = tokenFile == null ? null : Secret.fromFile(tokenFile);
    return PlanChecks.planned("--admin", () -> new AdminPlan(shown, token, open));
  }
}
