package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.ProxyCheck;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Findings by their duty.
record Found(Map<ProxyCheck, CheckFinding> byDuty) {
  static Found of(List<CheckFinding> findings) {
    Map<ProxyCheck, CheckFinding> byDuty = new EnumMap<>(ProxyCheck.class);
    findings.forEach(each -> byDuty.put(each.duty(), each));
    return new Found(byDuty);
  }

  CheckFinding get(ProxyCheck duty) {
    return Objects.requireNonNull(byDuty.get(duty), duty.word());
  }

  Collection<CheckFinding> values() {
    return byDuty.values();
  }
}
