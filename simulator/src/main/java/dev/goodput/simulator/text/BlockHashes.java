package dev.goodput.simulator.text;

import dev.goodput.simulator.engine.Hashes;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.Arrays;

/// Counts tokens and chains a hash over each full block of sixteen: equal hash, equal block and
/// equal everything before it.
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
      chain = Hashes.mix(chain);
      if (blocks == hashes.length) {
        hashes = Arrays.copyOf(hashes, blocks * 2);
      }
      hashes[blocks++] = chain;
    }
  }

  /// A copy that goes on by itself.
  public BlockHashes copy() {
    BlockHashes copy = new BlockHashes();
    copy.hashes = hashes.clone();
    copy.blocks = blocks;
    copy.tokens = tokens;
    copy.chain = chain;
    return copy;
  }

  /// Tokens so far.
  public int tokens() {
    return tokens;
  }

  /// A hash of everything so far.
  public long content() {
    return Hashes.mix(chain + tokens);
  }

  /// The hashes of the full blocks so far.
  public long[] toArray() {
    return Arrays.copyOf(hashes, blocks);
  }
}
