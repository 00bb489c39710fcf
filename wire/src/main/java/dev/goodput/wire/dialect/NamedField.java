package dev.goodput.wire.dialect;

/// Finds a body's field by the names on the way to it, while the body is read.
final class NamedField {
  private final String[] names;

  /// How many objects and arrays are open.
  private int depth;

  /// How many names of the way are those of the open objects, outermost first.
  private int matched;

  /// @param path like `user` or `metadata.session`; empty for a field that is never found
  NamedField(String path) {
    names = path.split("\\.");
  }

  /// @param name of the member that begins, empty where it has none
  void begin(boolean object, String name) {
    if (object && depth < names.length && isNext(name)) {
      matched = depth;
    }
    depth++;
  }

  void end() {
    depth--;
    matched = Math.min(matched, Math.max(0, depth - 1));
  }

  /// Whether a value of this name stands where the way ends.
  boolean isHere(String name) {
    return depth == names.length && isNext(name);
  }

  private boolean isNext(String name) {
    return depth > 0 && matched == depth - 1 && !name.isEmpty() && names[depth - 1].equals(name);
  }
}
