package dev.goodput.gateway.config;

/// A key of `gateway.yaml`.
///
/// @param path dotted; `[]` stands behind a list, `NAME` for a name of the user's
/// @param kind what its value is
/// @param usual its value where it is left out; empty where there is none
/// @param text what it does
record ConfigKey(String path, String kind, String usual, String text) {
  /// The path that it lies in; empty at the top.
  String parent() {
    int dot = path.lastIndexOf('.');
    return dot < 0 ? "" : path.substring(0, dot);
  }

  /// Its own word, without what stands behind a list.
  String word() {
    return path.substring(path.lastIndexOf('.') + 1).replace("[]", "");
  }
}
