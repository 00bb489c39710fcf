package dev.goodput.wire.http;

/// A visitor of the header lines of a head.
@FunctionalInterface
public interface LineVisitor {
  /// Visits one line.
  ///
  /// @param lowerCaseName header name in lower case
  /// @param bytes bytes that contain the line; must not be changed
  /// @param from index of its first byte
  /// @param to index after its line end
  void line(String lowerCaseName, byte[] bytes, int from, int to);
}
