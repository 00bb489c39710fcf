package dev.goodput.simulator.profile;

/// The connection between the GPUs of a tensor-parallel group. Both figures are uncertain and vary
/// with topology and library: they are assumptions, to be shown wherever a result depends on them.
public enum Interconnect {
  /// Through the host: 20 µs and 20 GB/s for an all-reduce.
  PCIE(20e-6, 20e9),
  /// GPU-to-GPU links: 10 µs and 300 GB/s for an all-reduce.
  NVLINK(10e-6, 300e9);

  private final double latencySeconds;
  private final double bytesPerSecond;

  Interconnect(double latencySeconds, double bytesPerSecond) {
    this.latencySeconds = latencySeconds;
    this.bytesPerSecond = bytesPerSecond;
  }

  /// Returns the fixed time of one all-reduce, in seconds.
  public double latencySeconds() {
    return latencySeconds;
  }

  /// Returns the bytes per second of an all-reduce.
  public double bytesPerSecond() {
    return bytesPerSecond;
  }
}
