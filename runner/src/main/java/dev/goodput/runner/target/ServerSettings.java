package dev.goodput.runner.target;

import dev.goodput.wire.client.Endpoint;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The server or the simulated engine to measure.
///
/// @param url the address of the server; null for a simulated engine
/// @param model the model; null for the only one that the server has
/// @param streams whether responses are streamed
/// @param connectionPerRequest whether each request opens a connection
/// @param serverMetrics the metrics pages, as [dev.goodput.observe.ScrapeTargets] reads them
/// @param power the sources of electric power, as [dev.goodput.observe.PowerSource] reads them
/// @param profile the GPU and the model of a simulated engine; null for the default
/// @param virtual whether the simulated engine runs in virtual time
/// @param endpoint makes the endpoint at an address, with its credentials
public record ServerSettings(
    @Nullable String url,
    @Nullable String model,
    boolean streams,
    boolean connectionPerRequest,
    List<String> serverMetrics,
    List<String> power,
    @Nullable String profile,
    boolean virtual,
    Function<String, Endpoint> endpoint) {
  /// Copies the lists.
  public ServerSettings {
    serverMetrics = List.copyOf(serverMetrics);
    power = List.copyOf(power);
  }
}
