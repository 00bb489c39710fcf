package dev.goodput.simulator.profile;

import java.util.List;

/// One accelerator, by its maker's published dense peaks.
///
/// @param name the name users write
/// @param aliases other spellings of it
/// @param teraflopsBf16 dense bf16 tensor peak with fp32 accumulation, TFLOP/s
/// @param teraflopsFp8 dense fp8 tensor peak, TFLOP/s; 0 where there are no such units
/// @param gigabytesPerSecond memory bandwidth, 10⁹ bytes per second
/// @param memoryMebibytes what the driver offers to programs, 2²⁰ bytes
/// @param interconnect what joins several of them as they are usually sold
/// @param matmulShare share of `teraflopsBf16` that a large bf16 product was independently measured
///   to reach, 0 where the general default holds
public record Gpu(
    String name,
    List<String> aliases,
    double teraflopsBf16,
    double teraflopsFp8,
    double gigabytesPerSecond,
    long memoryMebibytes,
    Interconnect interconnect,
    double matmulShare) {

  private static final double MEMORY_TOLERANCE = .05;

  /// Checks the figures and freezes the list.
  public Gpu {
    aliases = List.copyOf(aliases);
    if (!(teraflopsBf16 > 0
        && teraflopsFp8 >= 0
        && gigabytesPerSecond > 0
        && memoryMebibytes > 0)) {
      throw new IllegalArgumentException("figures of " + name + " must be positive");
    }
  }

  /// Whether a driver that reports so many bytes may speak of this GPU: error correction and
  /// versions move the number by some percent.
  public boolean hasMemory(long bytes) {
    return Math.abs((double) bytes / memoryBytes() - 1) < MEMORY_TOLERANCE;
  }

  /// Memory in bytes.
  public long memoryBytes() {
    return memoryMebibytes << 20;
  }

  /// Peak FLOP/s of matrix products on weights of that precision.
  public double flopsPerSecond(Precision precision) {
    boolean fp8 = precision == Precision.FP8 && teraflopsFp8 > 0;
    return (fp8 ? teraflopsFp8 : teraflopsBf16) * 1e12;
  }

  /// Peak bytes per second.
  public double bytesPerSecond() {
    return gigabytesPerSecond * 1e9;
  }

  /// The default efficiencies, with this GPU's measured share of peak where there is one.
  public Efficiency efficiency() {
    return matmulShare > 0 ? Efficiency.DEFAULT.withCompute(matmulShare) : Efficiency.DEFAULT;
  }

  /// The GPU of that name or alias; case, spaces, dashes and the maker's name do not matter.
  ///
  /// @throws dev.goodput.simulator.SimulatorException.UnknownName with the nearest name
  public static Gpu named(String name) {
    return Gpus.named(name);
  }

  /// The GPU that its driver calls by that name, which goes on about memory, board and edition
  /// (`NVIDIA H100 80GB HBM3`): the profile whose name is the most of its first words.
  ///
  /// @throws dev.goodput.simulator.SimulatorException.UnknownName with the nearest name
  public static Gpu ofDevice(String device) {
    return Gpus.ofDevice(device);
  }

  /// The same, where the driver also tells the memory: of several chips of that name (`a100`,
  /// `a100-40gb`) the one that has as much, or else the one that the name alone means.
  ///
  /// @throws dev.goodput.simulator.SimulatorException.UnknownName with the nearest name
  public static Gpu ofDevice(String device, long memoryBytes) {
    return Gpus.ofDevice(device, memoryBytes);
  }

  /// Every GPU there is a profile for.
  public static List<Gpu> all() {
    return Gpus.ALL;
  }
}
