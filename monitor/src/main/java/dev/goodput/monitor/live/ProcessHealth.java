package dev.goodput.monitor.live;

import com.sun.management.OperatingSystemMXBean;
import dev.goodput.gateway.store.GatewayHealth;
import dev.goodput.record.HealthSample;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/// The health of this process for its log: its CPU share and its requests in flight.
public final class ProcessHealth implements GatewayHealth {
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final LongSupplier oldest;
  private final IntSupplier inFlight;

  /// @param oldest the start time of the oldest exchange in flight
  /// @param inFlight the number of requests in flight
  public ProcessHealth(LongSupplier oldest, IntSupplier inFlight) {
    this.oldest = oldest;
    this.inFlight = inFlight;
  }

  @Override
  public HealthSample sample(long nowNanos) {
    double cpu = Math.max(0, system.getProcessCpuLoad());
    double host = system.getCpuLoad();
    return new HealthSample(
        0,
        nowNanos,
        List.of(),
        List.of(),
        cpu,
        host < 0 ? Double.NaN : host,
        -1,
        0,
        inFlight.getAsInt());
  }

  @Override
  public long oldestNanos() {
    return oldest.getAsLong();
  }
}
