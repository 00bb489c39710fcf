package dev.goodput.report.words;

/// Names that come from a server or a file, short enough to be shown. Documents keep them whole.
public final class ShortName {
  private static final int MOST = 64;
  private static final int TAIL = 16;

  private ShortName() {}

  /// The name, or its begin and its end with `…` between: names of one family differ in their ends.
  public static String of(String name) {
    int length = name.codePointCount(0, name.length());
    if (length <= MOST) {
      return name;
    }
    int head = name.offsetByCodePoints(0, MOST - TAIL - 1);
    int tail = name.offsetByCodePoints(name.length(), -TAIL);
    return name.substring(0, head) + "…" + name.substring(tail);
  }
}
