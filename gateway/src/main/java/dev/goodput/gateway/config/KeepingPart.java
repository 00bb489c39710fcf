package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.Always;
import dev.goodput.gateway.plan.CapturePlan;
import dev.goodput.gateway.plan.Keeping;
import dev.goodput.gateway.plan.LogPlan;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads `log` and `capture`.
final class KeepingPart {
  private KeepingPart() {}

  static Keeping read(Section root) {
    return new Keeping(log(root.below("log")), capture(root.below("capture")));
  }

  private static @Nullable LogPlan log(@Nullable Section section) {
    if (section == null) {
      return null;
    }
    LogPlan usual = LogPlan.in(section.neededPath("dir", "/var/lib/goodput"));
    double share = section.share("share", usual.share());
    long size = section.bytes("rotate-size", usual.rotateBytes());
    long every = section.nanos("rotate-every", usual.rotateNanos(), false);
    long cap = section.bytes("cap", usual.capBytes());
    Set<Always> always = always(section);
    return section.make(() -> new LogPlan(usual.directory(), share, size, every, cap, always));
  }

  private static Set<Always> always(Section section) {
    return section.among("always", List.of(Always.values()), Always::word);
  }

  private static @Nullable CapturePlan capture(@Nullable Section section) {
    if (section == null) {
      return null;
    }
    CapturePlan usual = CapturePlan.to(section.neededPath("file", "traffic.jsonl"));
    long cap = section.bytes("cap", usual.capBytes());
    return section.make(() -> new CapturePlan(usual.file(), cap, true));
  }
}
