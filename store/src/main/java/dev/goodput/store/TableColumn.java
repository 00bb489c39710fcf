package dev.goodput.store;

/// A column of a [StoredTable].
///
/// @param name its name, that of `requests.csv` or `result.json` where these have the value
/// @param type its SQL type
/// @param text what it holds
public record TableColumn(String name, String type, String text) {
  /// Returns the type without the fields of a struct.
  public String shortType() {
    return type.replaceFirst("\\(.*", "").strip();
  }

  String definition() {
    return quoted() + " " + type;
  }

  String quoted() {
    return "\"" + name + "\"";
  }
}
