package dev.goodput.simulator.http;

import dev.goodput.simulator.text.BlockHashes;
import java.util.List;

/// A completion request as it was read.
///
/// @param model the model asked for, empty where none was named
/// @param chat chat completions, else text completions
/// @param prompt its tokens and block hashes
/// @param maxTokens most tokens of the answer, -1 where none was given
/// @param minTokens fewest tokens of the answer
/// @param stream server-sent events
/// @param includeUsage a usage chunk at the end of the stream
/// @param continuousUsage usage in every chunk
/// @param ignoreEos the answer runs to `maxTokens`
/// @param stop texts that end the answer, not part of it
/// @param seed of the sampling, 0 where none was given
record Ask(
    String model,
    boolean chat,
    BlockHashes prompt,
    int maxTokens,
    int minTokens,
    boolean stream,
    boolean includeUsage,
    boolean continuousUsage,
    boolean ignoreEos,
    List<String> stop,
    long seed) {}
