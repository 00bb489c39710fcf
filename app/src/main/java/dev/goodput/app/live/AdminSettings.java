package dev.goodput.app.live;

import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.wire.Secret;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where a command shows itself, from the options that every one has which does.
public final class AdminSettings {
  private AdminSettings() {}

  /// Reads `--admin`, `--admin-token-file` and `--admin-open`.
  ///
  /// @param usual its address where none was typed
  /// @param typed the address; null for the usual one
  /// @param tokenFile holds the token that figures are shown for; null for none
  /// @param open whether other machines see them without one
  /// @throws dev.goodput.app.AppException.Usage where the address is none, or would let others in
  /// @throws dev.goodput.wire.BadSettingException where the file holds no token
  public static AdminPlan read(
      Listener usual, @Nullable String typed, @Nullable Path tokenFile, boolean open) {
    Listener shown =
        typed == null
            ? usual
            : TrafficPlanOptions.read(
                "--admin", () -> Listener.parse("--admin", typed, AdminPlan.HOST, null));
    Secret token = tokenFile == null ? null : Secret.fromFile(tokenFile);
    return TrafficPlanOptions.read("--admin", () -> new AdminPlan(shown, token, open));
  }
}
