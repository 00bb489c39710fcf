/// What the stamps of one request mean: its latencies, its chunks, how it reads; and the list of
/// what is measured of a request.
///
/// [RequestTimes] is a value; [ChunkTable] and [ReaderReplay] are filled anew for every request,
/// allocate nothing while they are, and belong to one thread.
@NullMarked
package dev.goodput.metrics.stream;

import org.jspecify.annotations.NullMarked;
