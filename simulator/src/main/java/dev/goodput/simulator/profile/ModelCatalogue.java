package dev.goodput.simulator.profile;

import java.util.List;

/// The catalogue of models, with sizes from each model's published `config.json`.
final class ModelCatalogue {
  private static final int LLAMA_CONTEXT = 131_072;
  private static final int QWEN_CONTEXT = 40_960;

  static final List<Model> ALL =
      List.of(
          llama("Llama-3.1-8B", "DeepSeek-R1-Distill-Llama-8B", 32, 4096, 32, 128, 14_336),
          llama("Llama-3.1-70B", "Llama-3.3-70B", 80, 8192, 64, 128, 28_672),
          llama("Llama-3.1-405B", "Hermes-3-Llama-3.1-405B", 126, 16_384, 128, 128, 53_248),
          tied(llama("Llama-3.2-1B", "Llama-3.2-1B-it", 16, 2048, 32, 64, 8192)),
          tied(llama("Llama-3.2-3B", "Llama-3.2-3B-it", 28, 3072, 24, 128, 8192)),
          tied(qwen("Qwen3-0.6B", 28, 1024, 16, 3072)),
          tied(qwen("Qwen3-1.7B", 28, 2048, 16, 6144)),
          tied(qwen("Qwen3-4B", 36, 2560, 32, 9728)),
          qwen("Qwen3-8B", 36, 4096, 32, 12_288),
          qwen("Qwen3-14B", 40, 5120, 40, 17_408),
          qwen("Qwen3-32B", 64, 5120, 64, 25_600),
          model("Qwen2.5-7B", 28, 3584, 28, 4, 18_944, 152_064, 32_768),
          model("Qwen2.5-32B", 64, 5120, 40, 8, 27_648, 152_064, 32_768),
          model("Qwen2.5-72B", 80, 8192, 64, 8, 29_568, 152_064, 32_768),
          model("Mistral-7B-v0.3", 32, 4096, 32, 8, 14_336, 32_768, 32_768),
          model("Mistral-Small-24B", 40, 5120, 32, 8, 32_768, 131_072, 32_768),
          model("Mistral-Large-2407", 88, 12_288, 96, 8, 28_672, 32_768, 131_072),
          model("Phi-4", 40, 5120, 40, 10, 17_920, 100_352, 16_384));

  private ModelCatalogue() {}

  static Model named(String name) {
    return NameLookup.find("model", name, ALL.toArray(Model[]::new), Model::name, Model::aliases);
  }

  /// Returns whether there is a model with this name or alias.
  static boolean known(String name) {
    return NameLookup.match(name, ALL.toArray(Model[]::new), Model::name, Model::aliases)
        .isPresent();
  }

  private static Model llama(
      String name, String alias, int layers, int hidden, int heads, int headSize, int mlp) {
    return new Model(
        name,
        List.of(alias),
        layers,
        hidden,
        heads,
        8,
        headSize,
        mlp,
        128_256,
        false,
        LLAMA_CONTEXT);
  }

  private static Model qwen(String name, int layers, int hidden, int heads, int mlp) {
    return model(name, layers, hidden, heads, 8, mlp, 151_936, QWEN_CONTEXT);
  }

  private static Model model(
      String name,
      int layers,
      int hidden,
      int heads,
      int keyValueHeads,
      int mlp,
      int vocabulary,
      int context) {
    return new Model(
        name,
        List.of(),
        layers,
        hidden,
        heads,
        keyValueHeads,
        128,
        mlp,
        vocabulary,
        false,
        context);
  }

  private static Model tied(Model model) {
    return new Model(
        model.name(),
        model.aliases(),
        model.layers(),
        model.hidden(),
        model.heads(),
        model.keyValueHeads(),
        model.headSize(),
        model.intermediate(),
        model.vocabulary(),
        true,
        model.contextTokens());
  }
}
