package dev.goodput.monitor.gateway;

import dev.goodput.gateway.admin.AdminSources.Page;
import dev.goodput.gateway.plan.GatewayPlan;
import org.jspecify.annotations.Nullable;

/// A running gateway with everything that reports on it. Any thread may request its pages.
interface RunningGateway extends AutoCloseable {
  /// Returns the port for clients.
  int port();

  /// Returns the number of requests in flight. A request counts from when it is accepted until its
  /// response has ended. If the connection closes after the response, it counts until the client
  /// has received the response.
  int inFlight();

  /// Returns how long the slowest of the client event loops has not completed a turn. Safe on any
  /// thread.
  long stillNanos();

  /// Switches to another plan from the next request on. Requests in flight keep their plan. Listen
  /// addresses do not change.
  ///
  /// @throws dev.goodput.wire.BadSettingException a plan that cannot work; nothing has changed then
  void reload(GatewayPlan plan);

  /// Records what happened to the configuration, so that the traffic events show it.
  ///
  /// @param sentence that the configuration was applied, or why it was rejected; without secrets
  void configured(String sentence);

  /// Stops accepting requests and lets those in flight end. Returns at once.
  void drain();

  /// Returns the summary that the terminal shows.
  TrafficSummary health();

  /// Returns the data of the live page.
  ///
  /// @param target path and query
  Page live(String target);

  /// Returns the Prometheus page.
  ///
  /// @param accept the `Accept` header, or null if there was none
  Page metrics(@Nullable String accept);

  /// Stops the gateway. Requests still in flight are cut off.
  @Override
  void close();
}
