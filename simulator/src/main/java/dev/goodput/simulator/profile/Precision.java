package dev.goodput.simulator.profile;

/// The storage format of the matrices. Embedding and output head stay in bf16, as in quantised
/// checkpoints of these models.
public enum Precision {
  /// 2 bytes a weight, bf16 tensor cores.
  BF16("bf16", 2.0),
  /// 1 byte a weight, fp8 tensor cores where the GPU has them.
  FP8("fp8", 1.0),
  /// 4-bit weights in groups of 128 with a bf16 scale and zero point (AWQ, GPTQ), multiplied in
  /// bf16.
  INT4("int4", 0.53125);

  private final String label;
  private final double bytesPerWeight;

  Precision(String label, double bytesPerWeight) {
    this.label = label;
    this.bytesPerWeight = bytesPerWeight;
  }

  /// Returns the name that users type.
  public String label() {
    return label;
  }

  /// Returns the bytes of one matrix weight.
  public double bytesPerWeight() {
    return bytesPerWeight;
  }

  /// @throws dev.goodput.simulator.SimulatorException.UnknownName with the nearest name
  public static Precision named(String name) {
    return NameLookup.find("precision", name, values(), Precision::label);
  }
}
