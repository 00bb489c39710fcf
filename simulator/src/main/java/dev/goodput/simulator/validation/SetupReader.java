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
  private static final Pattern OTHER_BITS =
      Pattern.compile(
          "(?i)(?:int[235678](?!\\d)|(?<!\\d)[235678][-_]?bit|[-_.]w[235678]a\\d)[^/]*$");
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
    reader.tellWhatIsNotSimulated();
    EngineProfile profile = reader.profile(name);
    reader.tellOfLengthAndBlocks(profile);
    if (!reader.assumed.isEmpty()) {
      reader.notes.add("assumed, not in its meta file: " + String.join(", ", reader.assumed));
    }
    return new EngineSetup(profile, reader.toldBlocks().orElse(0), reader.notes);
  }

  private void tellOfLengthAndBlocks(EngineProfile profile) {
    if (longest().isEmpty()) {
      assume("max_model_len", profile.maxModelLen());
    }
    if (toldBlocks().isEmpty()) {
      String room =
          share()
              .map(share -> "for its gpu_memory_utilization " + share)
              .orElse("in 90 % of the GPU's memory");
      assumed.add("%,d KV blocks %s".formatted(profile.kvBlocks(), room));
    }
  }

  /// The log is the proof that the longest length fits: it is cut to what there is room for, and
  /// comes before what the model was made for.
  private EngineProfile profile(String name) {
    String repository = repository();
    Precision precision = precision(repository);
    int longest = longest().orElse(0);
    Model model = Model.named(QUANTISED.matcher(repository).replaceFirst(""));
    Gpu gpu = gpu(name);
    int gpus =
        meta.positive(asked("tensor_parallel_size", "parallel_config"))
            .orElseGet(() -> assume("tensor_parallel_size", 1));
    EngineProfile roomy =
        new EngineProfile(
            gpu,
            longest > model.contextTokens() ? model.withContextTokens(longest) : model,
            precision,
            gpus,
            limits(blocks(gpu, model, precision, gpus)),
            gpu.efficiency());
    int room = Math.min(longest, roomy.maxModelLen());
    return roomy.withLimits(roomy.limits().withMaxModelLen(room));
  }

  private String repository() {
    return meta.text(either("model", asked("model", "model_config")))
        .map(found -> found.replaceFirst("/+$", ""))
        .orElseThrow(() -> meta.missing("model"));
  }

  private Optional<Integer> longest() {
    return meta.positive(asked("max_model_len", "model_config"));
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

  private EngineLimits limits(int blocks) {
    EngineLimits usual = EngineLimits.DEFAULT;
    return new EngineLimits(
        limit("max_num_seqs", usual.maxNumSeqs()),
        limit("max_num_batched_tokens", usual.maxNumBatchedTokens()),
        usual.maxModelLen(),
        blocks,
        meta.text(cache("enable_prefix_caching"))
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

  /// KV blocks as the log counts them.
  private Optional<Integer> toldBlocks() {
    return meta.positive(cache("num_gpu_blocks"));
  }

  private Optional<Double> share() {
    return meta.share(cache("gpu_memory_utilization"));
  }

  /// Blocks that requests can take: as told, or of the share of memory that is told, 0 for neither.
  private int blocks(Gpu gpu, Model model, Precision precision, int gpus) {
    return toldBlocks()
        .map(this::usableBlocks)
        .or(() ->
            share()
                .map(
                    share -> room(EngineProfile.roomForBlocks(gpu, model, precision, gpus, share))))
        .orElse(EngineLimits.DEFAULT.kvBlocks());
  }

  private int room(int blocks) {
    if (blocks < 1) {
      String option = cache("gpu_memory_utilization");
      throw meta.bad(option, "enough for the weights", meta.text(option).orElse(""));
    }
    return blocks;
  }

  /// Blocks of our size; vLLM keeps one of its own as the null block, which no request gets.
  private int usableBlocks(int blocks) {
    long tokens =
        meta.positive(cache("block_size"))
            .orElseGet(() -> assume("block_size", EngineProfile.BLOCK_TOKENS));
    return Math.clamp((blocks - 1) * tokens / EngineProfile.BLOCK_TOKENS, 1, Integer.MAX_VALUE);
  }

  private Precision precision(String repository) {
    String option = asked("quantization", "model_config");
    Matcher named = QUANTISED.matcher(repository);
    String quantisation = named.find() ? named.group(1) : meta.text(option).orElse("");
    String lower = quantisation.toLowerCase(Locale.ROOT);
    if (!lower.contains("fp8") && OTHER_BITS.matcher(repository).find()) {
      throw meta.bad(
          "model", "weights in bf16, fp8 or 4 bits (others are not simulated)", repository);
    }
    return switch (lower) {
      case "" ->
          meta.text(dtype()).isPresent()
              ? Precision.BF16
              : Precision.named(assume("precision", Precision.BF16.label()));
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
    expect(dtype(), PLAIN_TYPES, "two bytes per value");
  }

  private void tellWhatIsNotSimulated() {
    if (meta.text(asked("enable_chunked_prefill", "scheduler_config")).orElse("").equals("false")) {
      notes.add("it had chunked prefill off; the engine that is simulated has it always on");
    }
    if (meta.holds("engine_kwargs.speculative_config")
        || meta.holds("resolved_config.speculative_config")) {
      notes.add("it had speculative decoding; the engine that is simulated has none");
    }
  }

  private String dtype() {
    return asked("dtype", "model_config");
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

  /// The same of the KV cache, which has a section of its own.
  private String cache(String option) {
    return either("kv_cache." + option, asked(option, "cache_config"));
  }

  private String either(String first, String second) {
    return meta.text(first).filter(found -> !LEFT_OPEN.contains(found)).isPresent()
        ? first
        : second;
  }
}
