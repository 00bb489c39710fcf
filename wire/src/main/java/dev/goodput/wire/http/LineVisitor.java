package dev.goodput.wire.http;

/// Hears of the header lines of a head.
@FunctionalInterface
public interface LineVisitor {
  /// One line.
  ///
  /// @param lowerCaseName its name
  /// @param bytes where it stands; not to be changed
  /// @param from its first byte
  /// @param to behind its line end
  void line(String lowerCaseName, byte[] bytes, int from, int to);
}
