package dev.goodput.monitor.watch;

import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.Target;
import dev.goodput.record.Manifest;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.Dialect;

/// A server to probe.
///
/// @param name the name in labels and lines: its address without the scheme
/// @param target the server, ready for requests; its creator closes it
/// @param endpoint where the requests go
/// @param facts the manifest entries on the server, the requests and this host
/// @param plan a single load level that lasts as long as the watch
public record ProbeTarget(
    String name, Target target, Endpoint endpoint, Manifest facts, BenchPlan plan) {
  /// Returns the name of the server at an address.
  public static String nameOf(String address) {
    return address.replaceFirst("^\\w+://", "").replaceFirst("/+$", "");
  }

  Dialect dialect() {
    return endpoint.dialect();
  }

  String model() {
    return target.facts().model();
  }
}
