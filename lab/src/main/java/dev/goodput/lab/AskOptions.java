package dev.goodput.lab;

import dev.goodput.wire.client.TargetFacts;
import org.jspecify.annotations.Nullable;

/// The options of every request, whatever the workload.
///
/// @param model the model's name as the server knows it
/// @param stream whether to request streamed responses
/// @param includeUsage whether to request token counts from the server
/// @param ignoreEos whether to request generation up to the planned length
/// @param temperature null for the server's default
/// @param extraBodyJson a JSON object merged into each body, null for none
public record AskOptions(
    String model,
    boolean stream,
    boolean includeUsage,
    boolean ignoreEos,
    @Nullable Double temperature,
    @Nullable String extraBodyJson) {

  /// Returns these options for another target: with its name of the model, and requesting usage
  /// only where the target supports that.
  public AskOptions to(TargetFacts facts) {
    return new AskOptions(
        facts.model(), stream, facts.requestUsage(), ignoreEos, temperature, extraBodyJson);
  }

  /// Returns options that request streams with usage and leave everything else to the server.
  public static AskOptions of(String model) {
    return new AskOptions(model, true, true, false, null, null);
  }
}
