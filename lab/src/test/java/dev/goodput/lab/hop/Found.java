package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.Finding;
import dev.goodput.metrics.hop.ProxyCheck;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Findings by their duty.
record Found(Map<ProxyCheck, Finding> byDuty) {
  static Found of(List<Finding> findings) {
    Map<ProxyCheck, Finding> byDuty = new EnumMap<>(ProxyCheck.class);
    findings.forEach(each -> byDuty.put(each.duty(), each));
    return new Found(byDuty);
  }

  Finding get(ProxyCheck duty) {
    return Objects.requireNonNull(byDuty.get(duty), duty.word());
  }

  Collection<Finding> values() {
    return byDuty.values();
  }
}
