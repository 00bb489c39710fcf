package dev.goodput.gateway.plan;

import dev.goodput.wire.Secret;
import org.jspecify.annotations.Nullable;

/// Where the gateway shows itself, and to whom.
///
/// @param listen its own address
/// @param token bearer token that it demands; null for none
/// @param open whether it may be reached from other machines without a token
public record AdminPlan(Listener listen, @Nullable Secret token, boolean open) {
  /// What `:PORT` stands for: other machines are let in by name only.
  public static final String HOST = "127.0.0.1";

  /// `127.0.0.1:9001`, no token.
  public static final AdminPlan DEFAULTS =
      new AdminPlan(new Listener(HOST, 9001, null), null, false);

  /// @throws PlanException where other machines could reach it and nothing keeps them out
  public AdminPlan {
    if (!listen.loopback() && token == null && !open) {
      throw new PlanException(
          "listen",
          listen.shown()
              + " can be reached from other machines: set a token, or open where the network"
              + " keeps others out, or listen on "
              + HOST);
    }
  }
}
