/// Derives the latencies, chunks and reading experience of one request from its timestamps, and
/// lists what is measured for each request.
///
/// [RequestTimes] is a value. [ChunkTable] and [ReaderReplay] are refilled for every request
/// without allocating memory, and belong to one thread.
@NullMarked
package dev.goodput.metrics.stream;

import org.jspecify.annotations.NullMarked;
