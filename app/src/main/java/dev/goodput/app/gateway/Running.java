package dev.goodput.app.gateway;

import dev.goodput.gateway.admin.AdminSources.Page;
import dev.goodput.gateway.admin.GatewayStatus;
import dev.goodput.gateway.plan.GatewayPlan;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A gateway that runs, with all that tells of it. Its pages may be asked for by any thread.
interface Running extends AutoCloseable {
  /// Begins one.
  @FunctionalInterface
  interface Starter {
    /// Listens and serves.
    ///
    /// @param status what stands beside the traffic on the live page
    /// @param say hears lines for people, from any thread
    /// @throws dev.goodput.wire.BadSettingException where it cannot
    Running start(GatewayPlan plan, GatewayStatus.Holder status, Consumer<String> say)
        throws InterruptedException;
  }

  /// The port where clients come in.
  int port();

  /// Requests that are under way: taken in, and not yet answered to their end, or answered and not
  /// yet taken by a client whose connection closes behind it.
  int inFlight();

  /// How long the loop that serves clients and came round longest ago has not; from any thread.
  long stillNanos();

  /// Goes by another plan from the next request on; what is under way goes on by its own. Addresses
  /// stay as they are.
  ///
  /// @throws dev.goodput.wire.BadSettingException where it cannot work; nothing has changed then
  void reload(GatewayPlan plan);

  /// Hears what became of the configuration, for whoever watches the traffic.
  ///
  /// @param sentence that it was taken over, or refused and why; without secrets
  void configured(String sentence);

  /// Takes no more requests, and lets those under way come to their end. Returns at once.
  void drain();

  /// What the terminal shows.
  Pulse pulse();

  /// The figures of the live page.
  ///
  /// @param target path and query
  Page live(String target);

  /// The page for Prometheus.
  ///
  /// @param accept the `Accept` header; null where there was none
  Page metrics(@Nullable String accept);

  /// Ends: whatever is still under way is cut off.
  @Override
  void close();
}
