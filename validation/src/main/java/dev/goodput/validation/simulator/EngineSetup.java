package dev.goodput.validation.simulator;

import dev.goodput.simulator.profile.EngineProfile;
import java.util.List;

/// A real engine's setup, from its log's meta file.
///
/// @param profile the simulated engine of that setup; its KV blocks are those that requests can use
/// @param gpuBlocks KV blocks as the meta file counts them, 0 if it does not
/// @param longest where its longest length comes from, the end of a sentence
/// @param notes assumptions, one sentence each
public record EngineSetup(
    EngineProfile profile, int gpuBlocks, String longest, List<String> notes) {

  /// Freezes the list.
  public EngineSetup {
    notes = List.copyOf(notes);
  }

  /// KV blocks as the meta file counts them, or else those of 16 tokens that there is room for.
  public int kvBlocks() {
    return gpuBlocks > 0 ? gpuBlocks : profile.kvBlocks();
  }
}
