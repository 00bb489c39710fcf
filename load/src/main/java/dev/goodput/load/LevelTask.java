package dev.goodput.load;

import dev.goodput.workload.SessionSource;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// One level to carry out.
///
/// @param level its number, from 0
/// @param plan when and how much
/// @param source what to ask; read on the feeder's thread
/// @param encoder makes bodies; called on the feeder's thread
/// @param stream whether answers are asked for as streams
/// @param retry when to try again
/// @param cancellation who leaves early
/// @param seed of arrivals and of who leaves early
/// @param textCounter counts an answer's tokens on the draining thread, null where no tokenizer is
///   in use
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
