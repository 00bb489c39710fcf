/// A fleet of gateways: the Flink job that rolls their events up, and the replay of stored runs
/// into the topic that it reads.
@NullMarked
package dev.goodput.fleet;

import org.jspecify.annotations.NullMarked;
