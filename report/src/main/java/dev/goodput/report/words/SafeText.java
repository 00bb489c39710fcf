package dev.goodput.report.words;

import dev.goodput.record.Manifest;
import dev.goodput.report.ReportInput;
import java.util.Locale;

/// Text that comes from a server or a file, made safe to show: it cannot control a terminal or hide
/// characters, and names are short. Documents keep the original text.
public final class SafeText {
  private static final int MAX = 64;
  private static final int TAIL = 16;

  private SafeText() {}

  /// The text with every control character, line breaks too, and every mark without a shape of its
  /// own shown as a blank.
  public static String text(String text) {
    StringBuilder plain = new StringBuilder();
    text.codePoints()
        .map(c -> Character.isISOControl(c) || isInvisible(c) ? ' ' : c)
        .forEach(plain::appendCodePoint);
    return plain.toString();
  }

  // Direction marks can make a line read otherwise than it is.
  private static boolean isInvisible(int c) {
    return Character.getType(c) == Character.FORMAT
        || Character.getType(c) == Character.LINE_SEPARATOR
        || Character.getType(c) == Character.PARAGRAPH_SEPARATOR;
  }

  /// The text with a capital first letter.
  public static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /// The same run with plain facts and notes.
  public static ReportInput input(ReportInput in) {
    Manifest manifest = in.manifest();
    for (var entry : in.manifest().values().entrySet()) {
      manifest = manifest.with(entry.getKey(), text(entry.getValue()));
    }
    return in.with(manifest, in.notes().stream().map(SafeText::text).toList());
  }

  /// The name, or its begin and its end with `…` between: names of one family differ in their ends.
  public static String shortened(String name) {
    int length = name.codePointCount(0, name.length());
    if (length <= MAX) {
      return name;
    }
    int head = name.offsetByCodePoints(0, MAX - TAIL - 1);
    int tail = name.offsetByCodePoints(name.length(), -TAIL);
    return name.substring(0, head) + "…" + name.substring(tail);
  }
}
