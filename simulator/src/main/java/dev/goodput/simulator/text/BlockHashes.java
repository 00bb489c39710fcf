package dev.goodput.simulator.text;

import dev.goodput.record.SplitMix64;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.Arrays;

/// A counter of tokens that also chains a hash over each full block of sixteen: equal hashes mean
/// equal blocks and equal content before them.
public final class BlockHashes implements TokenSink {
  private long[] hashes = new long[16];
  private int blocks;
  private int tokens;
  private long chain;

  @Override
  public void token(int id) {
    chain = chain * 0x5851_F42D_4C95_7F2DL + id + 1;
    tokens++;
    if (tokens % EngineProfile.BLOCK_TOKENS == 0) {
      chain = SplitMix64.mix(chain);
      if (blocks == hashes.length) {
        hashes = Arrays.copyOf(hashes, blocks * 2);
      }
      hashes[blocks++] = chain;
    }
  }

  /// Returns an independent copy.
  public BlockHashes copy() {
    BlockHashes copy = new BlockHashes();
    copy.hashes = hashes.clone();
    copy.blocks = blocks;
    copy.tokens = tokens;
    copy.chain = chain;
    return copy;
  }

  /// Returns the number of tokens so far.
  public int tokens() {
    return tokens;
  }

  /// Returns a hash of everything so far.
  public long content() {
    return SplitMix64.mix(chain + tokens);
  }

  /// Returns the hashes of the full blocks so far.
  public long[] toArray() {
    return Arrays.copyOf(hashes, blocks);
  }
}
