package dev.goodput.metrics.result;

import dev.goodput.metrics.distribution.Distribution;
import org.jspecify.annotations.Nullable;

/// The distributions; milliseconds.
///
/// @param ttft time to first token
/// @param tpot time per output token: over requests, each counts once
/// @param itl inter-token latency, over tokens; the mean alone where no source tells these
/// @param chunkGap gaps between content events
/// @param generationTime first to last token
/// @param e2el end-to-end latency
/// @param firstByte time to the first body byte
/// @param firstAnswer time to the first content of the answer channel
/// @param clientWait from start to sent
/// @param fromDispatch what vLLM bench, AIPerf and most peers call TTFT and latency
/// @param service the server and the network alone, from sent
/// @param tpotUndefined `ok` streamed answers of fewer than two tokens, excluded from TPOT
public record Latencies(
    @Nullable Distribution ttft,
    @Nullable Distribution tpot,
    @Nullable Distribution itl,
    @Nullable Distribution chunkGap,
    @Nullable Distribution generationTime,
    @Nullable Distribution e2el,
    @Nullable Distribution firstByte,
    @Nullable Distribution firstAnswer,
    @Nullable Distribution clientWait,
    Twin fromDispatch,
    Twin service,
    long tpotUndefined) {
  /// A twin of the user's latencies from a later stamp.
  ///
  /// @param ttftMs time to first token
  /// @param e2elMs end-to-end latency
  public record Twin(@Nullable Distribution ttftMs, @Nullable Distribution e2elMs) {}
}
