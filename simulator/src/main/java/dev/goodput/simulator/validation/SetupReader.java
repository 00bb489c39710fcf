package dev.goodput.simulator.validation;

import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.profile.EngineLimits;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.profile.Precision;
import java.util.Optional;
import java.util.Set;

/// Reads `PREFIX.meta.json`: what the real engine was.
final class SetupReader {
  private static final Set<String> PLAIN_TYPES = Set.of("auto", "bfloat16", "float16", "half");

  private final JsonFields meta;

  private SetupReader(JsonFields meta) {
    this.meta = meta;
  }

  /// @param name of the log; up to its first `_` it names the GPU where the file does not
  /// @throws SimulatorException.BadLog for what is missing, or not simulated
  static EngineSetup read(JsonFields meta, String name) {
    SetupReader reader = new SetupReader(meta);
    reader.refuseWhatIsNotSimulated();
    return new EngineSetup(
        meta.text("hardware.device_name").orElse(name.split("_", 2)[0]),
        meta.text("model")
            .or(() -> meta.text("engine_kwargs.model"))
            .orElseThrow(() -> meta.missing("model")),
        reader.precision(),
        meta.positive("engine_kwargs.tensor_parallel_size").orElse(1),
        reader.limits());
  }

  private EngineLimits limits() {
    EngineLimits usual = EngineLimits.DEFAULT;
    return new EngineLimits(
        meta.positive("engine_kwargs.max_num_seqs").orElse(usual.maxNumSeqs()),
        meta.positive("engine_kwargs.max_num_batched_tokens").orElse(usual.maxNumBatchedTokens()),
        meta.positive("engine_kwargs.max_model_len").orElse(0),
        meta.positive("kv_cache.num_gpu_blocks").map(this::usableBlocks).orElse(0),
        !meta.text("kv_cache.enable_prefix_caching").equals(Optional.of("false")));
  }

  /// Blocks of our size; vLLM keeps one of its own as the null block, which no request gets.
  private int usableBlocks(int blocks) {
    int tokens = meta.positive("kv_cache.block_size").orElse(EngineProfile.BLOCK_TOKENS);
    return Math.max(1, (blocks - 1) * tokens / EngineProfile.BLOCK_TOKENS);
  }

  private Precision precision() {
    String quantisation = meta.text("engine_kwargs.quantization").orElse("");
    String type = meta.text("engine_kwargs.dtype").orElse("auto");
    if (!PLAIN_TYPES.contains(type)) {
      throw meta.bad("engine_kwargs.dtype", String.join(", ", PLAIN_TYPES), type);
    }
    if (quantisation.isEmpty()) {
      return Precision.BF16;
    }
    if (quantisation.contains("fp8")) {
      return Precision.FP8;
    }
    if (quantisation.startsWith("awq") || quantisation.startsWith("gptq")) {
      return Precision.INT4;
    }
    throw meta.bad("engine_kwargs.quantization", "fp8, awq or gptq", quantisation);
  }

  private void refuseWhatIsNotSimulated() {
    for (String several :
        new String[] {"engine_kwargs.data_parallel_size", "engine_kwargs.pipeline_parallel_size"}) {
      int found = meta.positive(several).orElse(1);
      if (found > 1) {
        throw meta.bad(several, "1 (more is not simulated)", Integer.toString(found));
      }
    }
    String experts = meta.text("engine_kwargs.enable_expert_parallel").orElse("false");
    if (!experts.equals("false")) {
      throw meta.bad("engine_kwargs.enable_expert_parallel", "false (not simulated)", experts);
    }
    String cache = meta.text("engine_kwargs.kv_cache_dtype").orElse("auto");
    if (!PLAIN_TYPES.contains(cache)) {
      throw meta.bad("engine_kwargs.kv_cache_dtype", "two bytes per value", cache);
    }
  }
}
