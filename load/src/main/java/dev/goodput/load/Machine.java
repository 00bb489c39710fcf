package dev.goodput.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/// What the machine tells of its processors.
///
/// @param cpuNanos CPU time that this process has used
/// @param cores that it may use
/// @param host all of them
record Machine(LongSupplier cpuNanos, int cores, HostCpu host) {

  /// The one this runs on.
  static Machine here() {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new Machine(
        system::getProcessCpuTime,
        Runtime.getRuntime().availableProcessors(),
        new HostCpu(Path.of("/proc/stat")));
  }
}
