package dev.goodput.simulator.profile;

import java.util.List;

/// A dense decoder-only transformer with grouped-query attention and a gated MLP, with the sizes in
/// its published `config.json`.
///
/// @param name the name that users type, that of the model's repository without its owner
/// @param aliases other names with the same sizes
/// @param layers hidden layers
/// @param hidden hidden size
/// @param heads attention heads
/// @param keyValueHeads heads that store keys and values
/// @param headSize size of one head
/// @param intermediate size between the two halves of the MLP
/// @param vocabulary entries of the output head
/// @param tiedEmbedding whether the output head is the input embedding
/// @param contextTokens longest prompt plus output, tokens
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

  /// Copies the list.
  public Model {
    aliases = List.copyOf(aliases);
  }

  /// Returns a copy with another context length.
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

  /// Returns the parameters of all matrices that every token passes, without embedding and output
  /// head.
  public double matrixParameters() {
    double attention = 2.0 * hidden * headSize * (heads + keyValueHeads);
    double mlp = 3.0 * hidden * intermediate;
    return layers * (attention + mlp);
  }

  /// Returns the parameters of the output head.
  public double headParameters() {
    return (double) vocabulary * hidden;
  }

  /// Returns all parameters except the norms: matrices, embedding, and the head if it is separate.
  public double parameters() {
    return matrixParameters() + headParameters() * (tiedEmbedding ? 1 : 2);
  }

  /// Returns one GPU's share of the bytes of keys and values per token, at 2 bytes per value;
  /// several GPUs each keep a copy of a head that cannot be split further.
  ///
  /// @param gpus number of GPUs that share each layer
  public double keyValueBytesPerToken(int gpus) {
    double heads = Math.max(1.0, (double) keyValueHeads / gpus);
    return 2.0 * layers * heads * headSize * KEY_VALUE_BYTES;
  }

  /// Returns the model with this name or alias, ignoring case, dashes, the owner and `-Instruct`.
  ///
  /// @throws dev.goodput.simulator.SimulatorException.UnknownName with the nearest name
  public static Model named(String name) {
    return ModelCatalogue.named(name);
  }

  /// Returns whether a name is a name or alias of this model, in any of the spellings of
  /// [#named(String)].
  public boolean isCalled(String name) {
    return NameLookup.match(name, new Model[] {this}, Model::name, Model::aliases).isPresent();
  }

  /// Returns every model that has a profile.
  public static List<Model> all() {
    return ModelCatalogue.ALL;
  }
}
