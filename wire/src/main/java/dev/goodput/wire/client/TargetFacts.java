package dev.goodput.wire.client;

import dev.goodput.wire.HttpVersion;
import java.util.List;
import java.util.OptionalInt;

/// What the pre-flight learned.
///
/// @param model the model that is measured
/// @param models what the server offers; empty where it does not say
/// @param maxModelLen prompt and answer together, in tokens, where the server says
/// @param usage whether the server named token counts in some answer
/// @param askUsage whether streams may be asked for usage: false only where the server turns such
///   questions down
/// @param server the `Server` header of its answers, empty where there is none
/// @param probeRequests questions that were asked
/// @param probeInputTokens prompt tokens that the server named for them, absent where it named none
/// @param probeOutputTokens output tokens they brought
/// @param promptCounts words sent and prompt tokens named, for calibration
/// @param notes what a user should know, a sentence each
/// @param http the version of HTTP that it is asked in: it is known by now
public record TargetFacts(
    String model,
    List<String> models,
    OptionalInt maxModelLen,
    boolean usage,
    boolean askUsage,
    String server,
    int probeRequests,
    OptionalInt probeInputTokens,
    int probeOutputTokens,
    List<ProbeCount> promptCounts,
    List<String> notes,
    HttpVersion http) {

  /// Copies the lists.
  public TargetFacts {
    models = List.copyOf(models);
    promptCounts = List.copyOf(promptCounts);
    notes = List.copyOf(notes);
  }

  /// One calibration point.
  ///
  /// @param words words in the probe's prompt
  /// @param promptTokens prompt tokens the server named for it
  public record ProbeCount(int words, int promptTokens) {}
}
