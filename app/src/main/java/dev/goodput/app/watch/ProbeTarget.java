package dev.goodput.app.watch;

import dev.goodput.app.asking.TargetSession;
import dev.goodput.lab.BenchPlan;
import dev.goodput.wire.dialect.Dialect;

/// A server to probe.
///
/// @param name the name in labels and lines: its address without the scheme
/// @param opened the open session with the server
/// @param plan a single load level that lasts as long as the watch
record ProbeTarget(String name, TargetSession opened, BenchPlan plan) implements AutoCloseable {
  /// Returns the name of the server at an address.
  static String nameOf(String address) {
    return address.replaceFirst("^\\w+://", "").replaceFirst("/+$", "");
  }

  Dialect dialect() {
    return opened.endpoint().orElseThrow().dialect();
  }

  String model() {
    return opened.target().facts().model();
  }

  @Override
  public void close() {
    opened.close();
  }
}
