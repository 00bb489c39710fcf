package dev.goodput.simulator.http;

import dev.goodput.simulator.text.BlockHashes;
import java.util.List;

/// A parsed completion request.
///
/// @param model the requested model, empty if none was named
/// @param chat whether it is a chat completion; else a text completion
/// @param prompt its tokens and block hashes
/// @param maxTokens the largest number of output tokens, -1 if not given
/// @param minTokens the smallest number of output tokens
/// @param stream whether to send server-sent events
/// @param includeUsage whether to send a usage chunk at the end of the stream
/// @param continuousUsage whether to send usage in every chunk
/// @param ignoreEos whether the response continues to `maxTokens`
/// @param stop texts that end the response, which excludes them
/// @param seed sampling seed, 0 if not given
record CompletionRequest(
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
