/// What the stamps of one request mean: its latencies, its chunks, how it reads, whether it is
/// good.
///
/// [RequestTimes] is a value; [ChunkTable], [ReaderReplay] and [SloJudge] are filled anew for every
/// request, allocate nothing while they are, and belong to one thread.
@NullMarked
package dev.goodput.metrics.stream;

import org.jspecify.annotations.NullMarked;
