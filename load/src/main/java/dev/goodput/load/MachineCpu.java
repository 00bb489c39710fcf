package dev.goodput.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/// The processor usage of the machine and of this process.
///
/// @param cpuNanos CPU time that this process has used
/// @param cores number of cores that this process may use
/// @param host usage of the whole host
record MachineCpu(LongSupplier cpuNanos, int cores, HostCpu host) {

  /// Returns the machine this process runs on.
  static MachineCpu here() {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new MachineCpu(
        system::getProcessCpuTime,
        Runtime.getRuntime().availableProcessors(),
        new HostCpu(Path.of("/proc/stat")));
  }
}
