package dev.goodput.lab;

import dev.goodput.wire.client.TargetFacts;
import org.jspecify.annotations.Nullable;

/// How every request is asked, whatever the workload.
///
/// @param model the model's name as the server knows it
/// @param stream whether answers are asked for as streams
/// @param includeUsage whether the server is asked to name its token counts
/// @param ignoreEos whether the server is asked to go on to the asked length
/// @param temperature null to leave it to the server
/// @param extraBodyJson a JSON object merged into each body, null for none
public record AskOptions(
    String model,
    boolean stream,
    boolean includeUsage,
    boolean ignoreEos,
    @Nullable Double temperature,
    @Nullable String extraBodyJson) {

  /// The same of another target: by its name of the model, and for usage only where it takes the
  /// question.
  public AskOptions to(TargetFacts facts) {
    return new AskOptions(
        facts.model(), stream, facts.askUsage(), ignoreEos, temperature, extraBodyJson);
  }

  /// Streams with usage, everything else left to the server.
  public static AskOptions of(String model) {
    return new AskOptions(model, true, true, false, null, null);
  }
}
