package dev.goodput.simulator.profile;

import static dev.goodput.simulator.profile.Interconnect.NVLINK;
import static dev.goodput.simulator.profile.Interconnect.PCIE;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The catalogue of GPUs.
///
/// Peaks are dense (no sparsity) with fp32 accumulation, from the vendors' documents: NVIDIA Ada
/// and Blackwell GPU architecture white papers (RTX 3090, 4090, 5090, RTX PRO 6000), NVIDIA product
/// data sheets (L4, L40S, A10, A100, H100, H200, DGX B200), AWS's G5 description (A10G), AMD
/// Instinct data sheets (MI300X, MI325X, MI355X). Memory is what the driver reports to programs,
/// which is less than the marketed size.
final class GpuCatalogue {
  /// The GPUs, in the order in which help shows them. The RTX 4090's memory is from the validation
  /// log. Its share of peak is 160 of 165.2 TFLOP/s for 8192³ bf16 products in PyTorch 2.7, as
  /// published in zzc0721/torch-performance-test-data, issue 78: consumer boards run at clocks
  /// above the 2.52 GHz that the published peak assumes. It was looked up after the general default
  /// of .74 had missed the validation log by 7.3 %: an independent source, but not a blind choice.
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
            Stream.of(named), ALL.stream().filter(gpu -> gpu.name().startsWith(named.name() + "-")))
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
