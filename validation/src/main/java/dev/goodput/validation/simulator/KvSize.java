package dev.goodput.validation.simulator;

import dev.goodput.simulator.profile.EngineLimits;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The size of the KV cache of a log's engine. The engine's own count (`num_gpu_blocks`,
/// `num_kv_tokens`) takes precedence over the options (`num_gpu_blocks_override`,
/// `kv_cache_memory_bytes`, `gpu_memory_utilization`), and these over the default share of memory.
///
/// @param counted blocks as the log's engine counts them, 0 if its meta file does not report them
/// @param usable blocks of 16 tokens that requests can use, 0 for as many as there is room for
/// @param basis what the blocks were computed from, empty if they are reported
record KvSize(int counted, int usable, String basis) {
  private static final String BYTES = "kv_cache_memory_bytes";
  private static final String SHARE = "gpu_memory_utilization";

  /// @throws dev.goodput.simulator.SimulatorException.BadLog for a value that leaves no block, or
  ///   takes more than the memory
  static KvSize read(MetaFile meta, GpuShare share) {
    List<Stated> known =
        Stream.of(
                blocks(meta, share, "num_gpu_blocks"),
                tokens(meta, share),
                blocks(meta, share, "num_gpu_blocks_override"),
                bytes(meta, share))
            .flatMap(Optional::stream)
            .toList();
    known.stream()
        .skip(1)
        .filter(other -> other.differsFrom(known.getFirst()))
        .forEach(other -> meta.noteFirstOf(known.getFirst().option(), other.option()));
    return known.stream()
        .map(Stated::size)
        .findFirst()
        .or(() -> ofShare(meta, share))
        .orElse(new KvSize(0, EngineLimits.DEFAULT.kvBlocks(), "in 90 % of the GPU's memory"));
  }

  /// A size and the path of its option.
  private record Stated(String option, KvSize size) {
    boolean differsFrom(Stated other) {
      return Math.abs(size.counted - other.size.counted) > 1;
    }
  }

  private static Optional<Stated> blocks(MetaFile meta, GpuShare share, String name) {
    String option = meta.cache(name);
    return meta.fields()
        .positive(option)
        .map(blocks -> {
          int blockTokens = blockTokens(meta);
          share.checkCache(option, share.cacheBytes((double) blocks * blockTokens));
          return new Stated(option, counted(blocks, blockTokens, ""));
        });
  }

  private static Optional<Stated> tokens(MetaFile meta, GpuShare share) {
    String option = meta.cache("num_kv_tokens");
    return meta.fields()
        .large(option)
        .map(tokens -> {
          share.checkCache(option, share.cacheBytes(tokens));
          int blockTokens = blockTokens(meta);
          int blocks = room(meta, option, tokens / blockTokens, "a KV block");
          return new Stated(option, counted(blocks, blockTokens, ""));
        });
  }

  private static Optional<Stated> bytes(MetaFile meta, GpuShare share) {
    String option = meta.cache(BYTES);
    return meta.fields()
        .large(option)
        .map(bytes -> {
          share.checkCache(option, bytes);
          int blockTokens = blockTokens(meta);
          long room = (long) (bytes / share.cacheBytes(blockTokens));
          int blocks = room(meta, option, room, "a KV block");
          return new Stated(option, counted(blocks, blockTokens, of(meta, BYTES)));
        });
  }

  private static Optional<KvSize> ofShare(MetaFile meta, GpuShare share) {
    String option = meta.cache(SHARE);
    return meta.fields()
        .share(option)
        .map(share::roomForBlocks)
        .map(blocks -> new KvSize(0, room(meta, option, blocks, "the weights"), of(meta, SHARE)));
  }

  private static String of(MetaFile meta, String option) {
    return "for its " + option + " " + meta.fields().text(meta.cache(option)).orElse("");
  }

  private static int room(MetaFile meta, String option, long blocks, String what) {
    if (blocks < 1) {
      throw meta.fields().bad(option, "enough for " + what, meta.fields().text(option).orElse(""));
    }
    return (int) Math.min(blocks, Integer.MAX_VALUE);
  }

  private static int blockTokens(MetaFile meta) {
    return meta.fields()
        .positive(meta.cache("block_size"))
        .orElseGet(() -> meta.assume("block_size", EngineProfile.BLOCK_TOKENS));
  }

  /// vLLM keeps one of its blocks as the null block, which no request gets.
  private static KvSize counted(int blocks, int blockTokens, String basis) {
    long usable = (blocks - 1) * (long) blockTokens / EngineProfile.BLOCK_TOKENS;
    return new KvSize(blocks, Math.clamp(usable, 1, Integer.MAX_VALUE), basis);
  }
}
