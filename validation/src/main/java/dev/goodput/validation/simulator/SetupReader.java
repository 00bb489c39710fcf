package dev.goodput.validation.simulator;

import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.profile.EngineLimits;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.profile.Gpu;
import dev.goodput.simulator.profile.Model;
import dev.goodput.simulator.profile.Precision;
import java.util.List;
import java.util.Optional;

/// Reads `PREFIX.meta.json`, the setup of the real engine. The requested options (`engine_kwargs`)
/// take precedence over what the engine made of them (`resolved_config`), then follow vLLM's
/// defaults, with a note.
final class SetupReader {
  private static final List<String> PLAIN_TYPES =
      List.of("auto", "bfloat16", "float16", "half", "torch.bfloat16", "torch.float16");

  private static final String TWO_BYTES = "two bytes per value (others are not simulated)";

  private final MetaFile meta;
  private final JsonFields fields;
  private final String log;

  private SetupReader(JsonFields fields, String log) {
    meta = new MetaFile(fields);
    this.fields = fields;
    this.log = log;
  }

  /// @param name of the log; up to its first `_` it names the GPU where the file does not
  /// @throws SimulatorException for what is missing, has no profile, or is not simulated
  static EngineSetup read(JsonFields fields, String name) {
    return new SetupReader(fields, name).setup();
  }

  private EngineSetup setup() {
    refuseWhatIsNotSimulated();
    noteUnsupportedOptions();
    Contradictions.noteAll(meta);
    Checkpoint checkpoint = Checkpoint.named(repository());
    Precision precision = Weights.read(meta, named(), checkpoint);
    Model model = model(checkpoint);
    Gpu gpu = Device.read(meta, log);
    int gpus = gpus(model);
    GpuShare share = new GpuShare(meta, gpu, model, precision, gpus);
    share.checkWeights(named());
    KvSize size = KvSize.read(meta, share);
    return setup(size, profile(share, limits(size.usable())));
  }

  private int gpus(Model model) {
    String option = meta.requested("tensor_parallel_size", "parallel_config");
    int gpus = fields.positive(option).orElseGet(() -> meta.assume("tensor_parallel_size", 1));
    if (model.heads() % gpus != 0) {
      throw fields.bad(
          option,
          "a divisor of the %d heads of %s".formatted(model.heads(), model.name()),
          "" + gpus);
    }
    return gpus;
  }

  private EngineProfile profile(GpuShare share, EngineLimits limits) {
    try {
      return new EngineProfile(
          share.gpu(),
          roomy(share.model()),
          share.precision(),
          share.gpus(),
          limits,
          share.gpu().efficiency());
    } catch (SimulatorException.DoesNotFit e) {
      throw new SimulatorException.BadLog(fields.where() + ": " + e.getMessage());
    }
  }

  private EngineSetup setup(KvSize size, EngineProfile roomy) {
    EngineProfile profile = withLongest(roomy);
    if (!size.basis().isEmpty()) {
      int blocks = size.counted() > 0 ? size.counted() : profile.kvBlocks();
      meta.assume("%,d KV blocks %s".formatted(blocks, size.basis()));
    }
    return new EngineSetup(profile, size.counted(), longestFrom(profile), meta.notes());
  }

  /// The log is the proof that the longest length fits: it comes before what the model was made
  /// for.
  private Model roomy(Model model) {
    int longest = longest().orElse(0);
    return longest > model.contextTokens() ? model.withContextTokens(longest) : model;
  }

  /// The length is cut to the available blocks.
  private EngineProfile withLongest(EngineProfile roomy) {
    int room = Math.min(longest().orElse(0), roomy.maxModelLen());
    EngineProfile profile = roomy.withLimits(roomy.limits().withMaxModelLen(room));
    if (longest().isEmpty()) {
      meta.assume("max_model_len", profile.maxModelLen());
    }
    return profile;
  }

  private String longestFrom(EngineProfile profile) {
    boolean sameLength = longest().filter(tokens -> tokens == profile.maxModelLen()).isPresent();
    return sameLength
        ? "as %s of %s states; does it belong to this log?"
            .formatted(longestOption(), fields.where())
        : "for lack of max_model_len or of KV blocks in " + fields.where();
  }

  /// Where the model is named.
  private String named() {
    return meta.either("model", meta.requested("model", "model_config"));
  }

  private String repository() {
    return fields
        .text(named())
        .map(found -> found.replaceFirst("/+$", ""))
        .orElseThrow(() -> fields.missing("model"));
  }

  private Optional<Integer> longest() {
    return fields.positive(longestOption());
  }

  private String longestOption() {
    return meta.requested("max_model_len", "model_config");
  }

  private Model model(Checkpoint checkpoint) {
    try {
      return Model.named(checkpoint.model());
    } catch (SimulatorException.UnknownName e) {
      String path = named() + " \"" + repository() + "\"";
      throw checkpoint
          .unknownEnd()
          .map(end -> fields.unknown(path, end, "leave that out where it changes no weights"))
          .orElseGet(
              () -> fields.unknown(path, e, "name one of them there to simulate it instead"));
    }
  }

  private EngineLimits limits(int blocks) {
    EngineLimits usual = EngineLimits.DEFAULT;
    return new EngineLimits(
        limit("max_num_seqs", usual.maxNumSeqs()),
        limit("max_num_batched_tokens", usual.maxNumBatchedTokens()),
        usual.maxModelLen(),
        blocks,
        fields
            .text(meta.cache("enable_prefix_caching"))
            .map(found -> !found.equals("false"))
            .orElseGet(() -> meta.assume("enable_prefix_caching", usual.prefixCaching())));
  }

  private int limit(String option, int usual) {
    return fields
        .positive(meta.requested(option, "scheduler_config"))
        .orElseGet(() -> meta.assume(option, usual));
  }

  private void refuseWhatIsNotSimulated() {
    String one = "1 (more is not simulated)";
    expect(meta.requested("data_parallel_size", "parallel_config"), List.of("1"), one);
    expect(meta.requested("pipeline_parallel_size", "parallel_config"), List.of("1"), one);
    expect(
        meta.requested("enable_expert_parallel", "parallel_config"),
        List.of("false"),
        "false (not simulated)");
    expect(
        meta.either("engine_kwargs.kv_cache_dtype", "resolved_config.cache_config.cache_dtype"),
        PLAIN_TYPES,
        TWO_BYTES);
    expect(dtype(), PLAIN_TYPES, TWO_BYTES);
  }

  private void noteUnsupportedOptions() {
    if (fields
        .text(meta.requested("enable_chunked_prefill", "scheduler_config"))
        .orElse("")
        .equals("false")) {
      meta.note("it had chunked prefill off; the engine that is simulated has it always on");
    }
    if (fields.holds("engine_kwargs.speculative_config")
        || fields.holds("resolved_config.speculative_config")) {
      meta.note("it had speculative decoding; the engine that is simulated has none");
    }
  }

  private String dtype() {
    return meta.requested("dtype", "model_config");
  }

  private void expect(String option, List<String> simulated, String words) {
    Optional<String> found = fields.text(option);
    if (found.isPresent() && !simulated.contains(found.get())) {
      throw fields.bad(option, words, found.get());
    }
  }
}
