package dev.goodput.wire.client;

import dev.goodput.wire.HttpVersion;
import java.util.List;
import java.util.OptionalInt;

/// The results of the pre-flight.
///
/// @param model model that is measured
/// @param models models that the server offers, empty if unknown
/// @param maxModelLen maximum of prompt and output together in tokens, if known
/// @param usage whether the server reported token counts in any response
/// @param requestUsage whether streams may request usage; false only if the server rejects such
///   requests
/// @param server `Server` header of its responses, empty if there is none
/// @param probeRequests number of probes
/// @param probeInputTokens prompt tokens the server reported for the probes, empty if it reported
///   none
/// @param probeOutputTokens output tokens of the probes
/// @param promptCounts words sent and prompt tokens reported, for calibration
/// @param notes notes for the user, a sentence each
/// @param http version of HTTP that is used, known by now
public record TargetFacts(
    String model,
    List<String> models,
    OptionalInt maxModelLen,
    boolean usage,
    boolean requestUsage,
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
  /// @param words number of words in the probe's prompt
  /// @param promptTokens prompt tokens the server reported for it
  public record ProbeCount(int words, int promptTokens) {}
}
