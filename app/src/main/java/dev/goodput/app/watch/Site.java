package dev.goodput.app.watch;

import dev.goodput.app.asking.Opened;
import dev.goodput.lab.BenchPlan;
import dev.goodput.wire.dialect.Dialect;

/// One server that is looked at.
///
/// @param name as labels and lines have it: its address without the scheme
/// @param opened how it is asked
/// @param plan what it is asked: one level, as long as somebody watches
record Site(String name, Opened opened, BenchPlan plan) implements AutoCloseable {
  /// An address as a name.
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
