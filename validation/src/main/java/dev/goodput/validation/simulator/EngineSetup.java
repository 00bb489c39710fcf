package dev.goodput.validation.simulator;

import dev.goodput.simulator.profile.EngineProfile;
import java.util.List;

/// How a real engine was set up, as its log's meta file tells.
///
/// @param profile the simulated engine of that set-up; its KV blocks are those that requests can
///   take
/// @param gpuBlocks KV blocks as the meta file counts them, 0 where it does not
/// @param longest what its longest length comes from, the end of a sentence
/// @param notes what was assumed in it, one sentence each
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
