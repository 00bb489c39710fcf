package dev.goodput.gateway.plan;

import dev.goodput.wire.Secret;
import org.jspecify.annotations.Nullable;

/// The address of the admin port and the access to it.
///
/// @param listen the address of the admin port
/// @param token the bearer token that it requires; null for none
/// @param open whether other machines may access it without a token
public record AdminPlan(Listener listen, @Nullable Secret token, boolean open) {
  /// The host of an address without one, such as `:9001`: only this machine can connect.
  public static final String HOST = "127.0.0.1";

  /// `127.0.0.1:9001`, no token.
  public static final AdminPlan DEFAULTS =
      new AdminPlan(new Listener(HOST, 9001, null), null, false);

  /// @throws PlanException an address that other machines can reach without a token, unless `open`
  ///   is set
  public AdminPlan {
    if (!listen.loopback() && token == null && !open) {
      throw new PlanException(
          "listen",
          listen.shown()
              + " can be reached from other machines: set a token (admin.token or"
              + " --admin-token-file), or open it (admin.open or --admin-open) if the network"
              + " keeps others out, or listen on "
              + HOST);
    }
  }
}
