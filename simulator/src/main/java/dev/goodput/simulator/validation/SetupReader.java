package dev.goodput.simulator.validation;

import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.profile.EngineLimits;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.profile.Gpu;
import dev.goodput.simulator.profile.Model;
import dev.goodput.simulator.profile.Precision;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads `PREFIX.meta.json`: what the real engine was. What it was asked for (`engine_kwargs`)
/// comes before what it made of that (`resolved_config`), then vLLM's usual values, with a note.
final class SetupReader {
  private static final List<String> PLAIN_TYPES =
      List.of("auto", "bfloat16", "float16", "half", "torch.bfloat16", "torch.float16");
  private static final List<String> LEFT_OPEN = List.of("auto", "-1");
  private static final Pattern QUANTISED =
      Pattern.compile("(?i)[-_](?:quantized\\.)?(fp8|awq|gptq|int4|w4a16)[^/]*$");

  private final JsonFields meta;
  private final List<String> notes = new ArrayList<>();
  private final List<String> assumed = new ArrayList<>();

  private SetupReader(JsonFields meta) {
    this.meta = meta;
  }

  /// @param name of the log; up to its first `_` it names the GPU where the file does not
  /// @throws SimulatorException for what is missing, has no profile, or is not simulated
  static EngineSetup read(JsonFields meta, String name) {
    SetupReader reader = new SetupReader(meta);
    reader.refuseWhatIsNotSimulated();
    EngineProfile profile = reader.profile(name);
    Optional<Integer> gpuBlocks = meta.positive("kv_cache.num_gpu_blocks");
    if (gpuBlocks.isEmpty()) {
      reader.assumed.add(
          "%,d KV blocks in 90 %% of the GPU's memory".formatted(profile.kvBlocks()));
    }
    if (!reader.assumed.isEmpty()) {
      reader.notes.add("assumed, not in its meta file: " + String.join(", ", reader.assumed));
    }
    return new EngineSetup(profile, gpuBlocks.orElse(0), reader.notes);
  }

  /// The log is the proof that the longest length fits: it is cut to what there is room for, and
  /// comes before what the model was made for.
  private EngineProfile profile(String name) {
    String repository =
        meta.text(either("model", asked("model", "model_config")))
            .orElseThrow(() -> meta.missing("model"));
    int longest = meta.positive(asked("max_model_len", "model_config")).orElse(0);
    Model model = Model.named(QUANTISED.matcher(repository).replaceFirst(""));
    Gpu gpu = gpu(name);
    EngineProfile roomy =
        new EngineProfile(
            gpu,
            longest > model.contextTokens() ? model.withContextTokens(longest) : model,
            precision(repository),
            meta.positive(asked("tensor_parallel_size", "parallel_config")).orElse(1),
            limits(),
            gpu.efficiency());
    int room = Math.min(longest, roomy.maxModelLen());
    return roomy.withLimits(roomy.limits().withMaxModelLen(room));
  }

  private Gpu gpu(String name) {
    String device = meta.text("hardware.device_name").orElse(name.split("_", 2)[0]);
    long bytes = meta.bytes("hardware.device_total_memory_bytes").orElse(0L);
    Gpu gpu = Gpu.ofDevice(device, bytes);
    if (bytes > 0 && !gpu.hasMemory(bytes)) {
      notes.add(
          "%s has %.1f GB of memory; the %s that is simulated in its place has %.1f GB and may be another chip"
              .formatted(device, bytes / 1e9, gpu.name(), gpu.memoryBytes() / 1e9));
    }
    return gpu;
  }

  private EngineLimits limits() {
    EngineLimits usual = EngineLimits.DEFAULT;
    String caching =
        either("kv_cache.enable_prefix_caching", asked("enable_prefix_caching", "cache_config"));
    return new EngineLimits(
        limit("max_num_seqs", usual.maxNumSeqs()),
        limit("max_num_batched_tokens", usual.maxNumBatchedTokens()),
        usual.maxModelLen(),
        meta.positive("kv_cache.num_gpu_blocks").map(this::usableBlocks).orElse(usual.kvBlocks()),
        meta.text(caching)
            .map(found -> !found.equals("false"))
            .orElseGet(() -> assume("enable_prefix_caching", usual.prefixCaching())));
  }

  private int limit(String option, int usual) {
    return meta.positive(asked(option, "scheduler_config")).orElseGet(() -> assume(option, usual));
  }

  private <T> T assume(String option, T usual) {
    assumed.add(option + " " + usual);
    return usual;
  }

  /// Blocks of our size; vLLM keeps one of its own as the null block, which no request gets.
  private int usableBlocks(int blocks) {
    long tokens = meta.positive("kv_cache.block_size").orElse(EngineProfile.BLOCK_TOKENS);
    return Math.clamp((blocks - 1) * tokens / EngineProfile.BLOCK_TOKENS, 1, Integer.MAX_VALUE);
  }

  private Precision precision(String repository) {
    String option = asked("quantization", "model_config");
    Matcher named = QUANTISED.matcher(repository);
    String quantisation = named.find() ? named.group(1) : meta.text(option).orElse("");
    return switch (quantisation.toLowerCase(Locale.ROOT)) {
      case "" -> Precision.BF16;
      case String found when found.contains("fp8") -> Precision.FP8;
      case String found when found.matches("(awq|gptq|int4|w4a16).*") -> Precision.INT4;
      default -> throw meta.bad(option, "fp8, awq or gptq", quantisation);
    };
  }

  private void refuseWhatIsNotSimulated() {
    String one = "1 (more is not simulated)";
    expect(asked("data_parallel_size", "parallel_config"), List.of("1"), one);
    expect(asked("pipeline_parallel_size", "parallel_config"), List.of("1"), one);
    expect(
        asked("enable_expert_parallel", "parallel_config"),
        List.of("false"),
        "false (not simulated)");
    expect(
        either("engine_kwargs.kv_cache_dtype", "resolved_config.cache_config.cache_dtype"),
        PLAIN_TYPES,
        "two bytes per value");
    expect(asked("dtype", "model_config"), PLAIN_TYPES, "two bytes per value");
  }

  private void expect(String option, List<String> simulated, String words) {
    Optional<String> found = meta.text(option);
    if (found.isPresent() && !simulated.contains(found.get())) {
      throw meta.bad(option, words, found.get());
    }
  }

  /// Where the option is told: as it was asked for, or as the engine resolved what was left open.
  private String asked(String option, String group) {
    return either("engine_kwargs." + option, "resolved_config." + group + "." + option);
  }

  private String either(String first, String second) {
    return meta.text(first).filter(found -> !LEFT_OPEN.contains(found)).isPresent()
        ? first
        : second;
  }
}
