package dev.goodput.workload.prompt;

/// Blocks of tokens that a prompt is made of; equal blocks of equal seeds have equal text.
///
/// @param seed what the texts are drawn from
/// @param tokens tokens of a block; the last may be cut short
/// @param ids a number for each block, in order
@SuppressWarnings("ArrayRecordComponent") // Thousands of traces' rows: no boxing, never compared.
public record PrefixBlocks(long seed, int tokens, long[] ids) {}
