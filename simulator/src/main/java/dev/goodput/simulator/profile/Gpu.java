package dev.goodput.simulator.profile;

import java.util.List;

/// One accelerator, with its vendor's published dense peaks.
///
/// @param name the name that users type
/// @param aliases other spellings of it
/// @param teraflopsBf16 dense bf16 tensor peak with fp32 accumulation, TFLOP/s
/// @param teraflopsFp8 dense fp8 tensor peak, TFLOP/s; 0 without fp8 units
/// @param gigabytesPerSecond memory bandwidth, 10⁹ bytes per second
/// @param memoryMebibytes memory that the driver offers to programs, 2²⁰ bytes
/// @param interconnect the usual connection between several of them
/// @param matmulShare independently measured share of `teraflopsBf16` that a large bf16 product
///   reaches, 0 to use the general default
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

  /// Checks the figures and copies the list.
  public Gpu {
    aliases = List.copyOf(aliases);
    if (!(teraflopsBf16 > 0
        && teraflopsFp8 >= 0
        && gigabytesPerSecond > 0
        && memoryMebibytes > 0)) {
      throw new IllegalArgumentException("figures of " + name + " must be positive");
    }
  }

  /// Returns whether a driver that reports this many bytes may mean this GPU: error correction and
  /// driver versions change the number by some percent.
  public boolean hasMemory(long bytes) {
    return Math.abs((double) bytes / memoryBytes() - 1) < MEMORY_TOLERANCE;
  }

  /// Returns the memory in bytes.
  public long memoryBytes() {
    return memoryMebibytes << 20;
  }

  /// Returns peak FLOP/s of matrix products with weights of this precision.
  public double flopsPerSecond(Precision precision) {
    boolean fp8 = precision == Precision.FP8 && teraflopsFp8 > 0;
    return (fp8 ? teraflopsFp8 : teraflopsBf16) * 1e12;
  }

  /// Returns the peak memory bandwidth in bytes per second.
  public double bytesPerSecond() {
    return gigabytesPerSecond * 1e9;
  }

  /// Returns the default efficiencies, with this GPU's measured share of peak if there is one.
  public Efficiency efficiency() {
    return matmulShare > 0 ? Efficiency.DEFAULT.withCompute(matmulShare) : Efficiency.DEFAULT;
  }

  /// Returns the GPU with this name or alias, ignoring case, spaces, dashes and the vendor's name.
  ///
  /// @throws dev.goodput.simulator.SimulatorException.UnknownName with the nearest name
  public static Gpu named(String name) {
    return GpuCatalogue.named(name);
  }

  /// Returns the GPU for a driver's device name, which also contains memory, board and edition
  /// (`NVIDIA H100 80GB HBM3`): the profile whose name matches the most leading words.
  ///
  /// @throws dev.goodput.simulator.SimulatorException.UnknownName with the nearest name
  public static Gpu ofDevice(String device) {
    return GpuCatalogue.ofDevice(device);
  }

  /// Returns the GPU for a driver's device name and memory: of several chips with that name
  /// (`a100`, `a100-40gb`) the one with that memory, or the one that the name alone means.
  ///
  /// @throws dev.goodput.simulator.SimulatorException.UnknownName with the nearest name
  public static Gpu ofDevice(String device, long memoryBytes) {
    return GpuCatalogue.ofDevice(device, memoryBytes);
  }

  /// Returns every GPU that has a profile.
  public static List<Gpu> all() {
    return GpuCatalogue.ALL;
  }
}
