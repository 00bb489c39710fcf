package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.Deadlines;
import dev.goodput.gateway.plan.Guard;
import dev.goodput.gateway.plan.Limits;
import dev.goodput.gateway.plan.Retries;
import java.util.List;
import java.util.Set;

/// Reads `limits`, `timeouts` and `retries`.
final class GuardPart {
  private static final List<String> FAILURES = List.of("connect", "503");

  private GuardPart() {}

  static Guard read(Section root) {
    return new Guard(limits(root), deadlines(root), retries(root));
  }

  private static Limits limits(Section root) {
    Section section = root.below("limits");
    Limits usual = Limits.DEFAULTS;
    if (section == null) {
      return usual;
    }
    int connections = section.number("max-connections", usual.maxConnections());
    int inFlight = section.number("max-in-flight", usual.maxInFlight());
    long header = section.bytes("max-header-bytes", usual.maxHeaderBytes());
    long body = section.bytes("max-body-bytes", usual.maxBodyBytes());
    return section.make(
        () -> new Limits(connections, inFlight, (int) Math.min(header, Integer.MAX_VALUE), body));
  }

  private static Deadlines deadlines(Section root) {
    Section section = root.below("timeouts");
    Deadlines usual = Deadlines.DEFAULTS;
    if (section == null) {
      return usual;
    }
    return new Deadlines(
        section.nanos("connect", usual.connectNanos(), true),
        section.nanos("request-head", usual.requestHeadNanos(), true),
        section.nanos("body-idle", usual.bodyIdleNanos(), true),
        section.nanos("keep-alive-idle", usual.keepAliveIdleNanos(), true),
        section.nanos("upstream-first-byte", usual.firstByteNanos(), true),
        section.nanos("upstream-idle", usual.upstreamIdleNanos(), true),
        section.nanos("drain", usual.drainNanos(), false));
  }

  private static Retries retries(Section root) {
    Section section = root.below("retries");
    if (section == null) {
      return Retries.NONE;
    }
    int attempts = section.number("attempts", 1);
    Set<String> failures = section.among("on", FAILURES, each -> each);
    return section.make(
        () -> new Retries(attempts, failures.contains("connect"), failures.contains("503")));
  }
}
