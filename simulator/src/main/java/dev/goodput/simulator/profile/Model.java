package dev.goodput.simulator.profile;

import java.util.List;

/// A dense decoder-only transformer with grouped-query attention and a gated MLP, by the sizes in
/// its published `config.json`.
///
/// @param name the name users write, as in the model's repository without its owner
/// @param aliases other names with the same sizes
/// @param layers hidden layers
/// @param hidden hidden size
/// @param heads attention heads
/// @param keyValueHeads heads that keep keys and values
/// @param headSize size of one head
/// @param intermediate size between the two halves of the MLP
/// @param vocabulary entries of the output head
/// @param tiedEmbedding the output head is the input embedding
/// @param contextTokens longest prompt plus answer, tokens
public record Model(
    String name,
    List<String> aliases,
    int layers,
    int hidden,
    int heads,
    int keyValueHeads,
    int headSize,
    int intermediate,
    int vocabulary,
    boolean tiedEmbedding,
    int contextTokens) {

  private static final int KEY_VALUE_BYTES = 2;

  /// Freezes the list.
  public Model {
    aliases = List.copyOf(aliases);
  }

  /// A copy that takes longer or shorter prompts and answers.
  public Model withContextTokens(int value) {
    return new Model(
        name,
        aliases,
        layers,
        hidden,
        heads,
        keyValueHeads,
        headSize,
        intermediate,
        vocabulary,
        tiedEmbedding,
        value);
  }

  /// Parameters of all matrices that every token passes: without embedding and output head.
  public double matrixParameters() {
    double attention = 2.0 * hidden * headSize * (heads + keyValueHeads);
    double mlp = 3.0 * hidden * intermediate;
    return layers * (attention + mlp);
  }

  /// Parameters of the output head.
  public double headParameters() {
    return (double) vocabulary * hidden;
  }

  /// All parameters but the norms: matrices, embedding, and the head where it is not the same.
  public double parameters() {
    return matrixParameters() + headParameters() * (tiedEmbedding ? 1 : 2);
  }

  /// Bytes of keys and values per token, one GPU's share, 2 bytes a value; a head that cannot be
  /// split further is kept by several GPUs.
  ///
  /// @param gpus that share each layer
  public double keyValueBytesPerToken(int gpus) {
    double heads = Math.max(1.0, (double) keyValueHeads / gpus);
    return 2.0 * layers * heads * headSize * KEY_VALUE_BYTES;
  }

  /// The model of that name or alias; case, dashes, the owner and `-Instruct` do not matter.
  ///
  /// @throws dev.goodput.simulator.SimulatorException.UnknownName with the nearest name
  public static Model named(String name) {
    return Models.named(name);
  }

  /// Whether that is a name or alias of this model, in any of the spellings of [#named(String)].
  public boolean isCalled(String name) {
    return Names.match(name, new Model[] {this}, Model::name, Model::aliases).isPresent();
  }

  /// Every model there is a profile for.
  public static List<Model> all() {
    return Models.ALL;
  }
}
