package dev.goodput.wire.dialect;

/// A matcher for the field of a body at a given path of names, while the body is read.
final class FieldPathMatcher {
  private final String[] names;

  /// The number of open objects and arrays.
  private int depth;

  /// How many names of the path match the open objects, outermost first.
  private int matched;

  /// @param path path such as `user` or `metadata.session`; empty for a field that never matches
  FieldPathMatcher(String path) {
    names = path.split("\\.");
  }

  /// @param name name of the member that starts, empty if it has none
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

  /// Whether a value with this name is at the end of the path.
  boolean isHere(String name) {
    return depth == names.length && isNext(name);
  }

  private boolean isNext(String name) {
    return depth > 0 && matched == depth - 1 && !name.isEmpty() && names[depth - 1].equals(name);
  }
}
