package dev.goodput.wire.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How the pre-flight asks.
///
/// @param model the model a user named, null to take the only one offered
/// @param stream whether answers will be asked for as streams
/// @param extraBodyJson members added to each question, null for none
/// @param timeout how long each step may take: a cold model may need minutes for its first answer
/// @param probes whether questions are asked at all; without them only the model list is read
public record PreflightOptions(
    @Nullable String model,
    boolean stream,
    @Nullable String extraBodyJson,
    Duration timeout,
    boolean probes) {

  /// Asks for streams, 30 seconds a step.
  public static PreflightOptions of(@Nullable String model) {
    return new PreflightOptions(model, true, null, Duration.ofSeconds(30), true);
  }
}
