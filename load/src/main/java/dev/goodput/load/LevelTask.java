package dev.goodput.load;

import dev.goodput.workload.SessionSource;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// A level to run.
///
/// @param level its number, from 0
/// @param plan arrivals and limits
/// @param source the sessions to send; read on the feeder's thread
/// @param encoder encodes bodies; called on the feeder's thread
/// @param stream whether streamed responses are requested
/// @param retry when to retry
/// @param cancellation which users leave early
/// @param seed seed of arrivals and of early cancellations
/// @param textCounter counts a response's tokens on the draining thread, null without a tokenizer
public record LevelTask(
    int level,
    LevelPlan plan,
    SessionSource source,
    TurnEncoder encoder,
    boolean stream,
    Retry retry,
    Cancellation cancellation,
    long seed,
    @Nullable ToIntFunction<String> textCounter) {}
