package dev.goodput.workload.prompt;

/// The blocks of tokens that make up a prompt; equal blocks of equal seeds have equal text.
///
/// @param seed the seed of the texts
/// @param tokens tokens of a block; the last may be cut short
/// @param ids a number for each block, in order
@SuppressWarnings("ArrayRecordComponent") // Thousands of rows per trace; never compared.
public record PrefixBlocks(long seed, int tokens, long[] ids) {}
