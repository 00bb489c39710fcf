/// Tests of the job and the replay on a real broker and a real Flink cluster, in this process.
@NullMarked
package dev.goodput.fleet;

import org.jspecify.annotations.NullMarked;
