package dev.goodput.runner.target;

import dev.goodput.workload.length.LengthDistribution;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What replaces the lengths and sessions of a workload.
///
/// @param input prompt lengths in tokens; null for the workload's own
/// @param output response lengths in tokens; null for the workload's own
/// @param turns turns per session; null for the workload's own sessions
/// @param cacheBust whether every prompt is unique
/// @param thinkTime the pause before a user's next turn; null for none
/// @param history what later turns send; null for the default
/// @param seed the random seed
public record ShapeSettings(
    @Nullable LengthDistribution input,
    @Nullable LengthDistribution output,
    @Nullable LengthDistribution turns,
    boolean cacheBust,
    @Nullable Duration thinkTime,
    @Nullable String history,
    long seed) {}
