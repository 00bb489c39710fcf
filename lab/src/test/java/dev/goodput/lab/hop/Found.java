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
    findings.forEach(each -> byDuty.put(each.check(), each));
    return new Found(byDuty);
  }

  CheckFinding get(ProxyCheck check) {
    return Objects.requireNonNull(byDuty.get(check), check.key());
  }

  Collection<CheckFinding> values() {
    return byDuty.values();
  }
}
