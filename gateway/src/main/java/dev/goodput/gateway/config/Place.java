package dev.goodput.gateway.config;

/// Where something stands in a file.
///
/// @param line from 1
/// @param column from 1
record Place(int line, int column) {
  static final Place BEGIN = new Place(1, 1);

  @Override
  public String toString() {
    return line + ":" + column;
  }
}
