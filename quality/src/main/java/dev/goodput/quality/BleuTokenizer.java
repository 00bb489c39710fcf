package dev.goodput.quality;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// How BLEU splits a text into tokens. The names and rules are sacreBLEU's.
public enum BleuTokenizer {
  /// The rules of mteval-v13a for Western languages, as in WMT: sacreBLEU's default.
  V13A("13a") {
    @Override
    List<String> tokens(String text) {
      String line = text.replace("<skipped>", "").replace("-\n", "").replace('\n', ' ');
      line = line.replace("&quot;", "\"").replace("&amp;", "&");
      line = line.replace("&lt;", "<").replace("&gt;", ">");
      return western(" " + line + " ");
    }
  },
  /// The rules of mteval-v14: every punctuation mark and symbol of Unicode is a token.
  INTERNATIONAL("intl") {
    @Override
    List<String> tokens(String text) {
      String line = AFTER_NO_NUMBER.matcher(text).replaceAll("$1 $2 ");
      line = BEFORE_NO_NUMBER.matcher(line).replaceAll(" $1 $2");
      return PythonText.split(SYMBOL.matcher(line).replaceAll(" $1 "));
    }
  },
  /// Each Chinese character is a token; the rest is split as by mteval-v13a.
  CHINESE("zh") {
    @Override
    List<String> tokens(String text) {
      return western(
          PythonText.strip(text)
              .codePoints()
              .mapToObj(each -> isChinese(each) ? " " + of(each) + " " : of(each))
              .collect(Collectors.joining()));
    }
  },
  /// Each character is a token.
  CHARACTER("char") {
    @Override
    List<String> tokens(String text) {
      return text.codePoints()
          .filter(each -> !PythonText.isSpace(each))
          .mapToObj(Character::toString)
          .toList();
    }
  },
  /// Splits at white space only.
  NONE("none") {
    @Override
    List<String> tokens(String text) {
      return PythonText.split(text);
    }
  };

  private static final Pattern PUNCTUATION = Pattern.compile("([{-~\\[-` -&(-+:-@/])");
  private static final Pattern PERIOD_AFTER_NO_DIGIT = Pattern.compile("([^0-9])([.,])");
  private static final Pattern PERIOD_BEFORE_NO_DIGIT = Pattern.compile("([.,])([^0-9])");
  private static final Pattern DASH_AFTER_DIGIT = Pattern.compile("([0-9])(-)");
  private static final Pattern AFTER_NO_NUMBER = Pattern.compile("(\\P{N})(\\p{P})");
  private static final Pattern BEFORE_NO_NUMBER = Pattern.compile("(\\p{P})(\\P{N})");
  private static final Pattern SYMBOL = Pattern.compile("(\\p{S})");

  /// First and last code points. sacreBLEU writes U+20000–2A6D6 and U+2F800–2FA1D in a way that
  /// Python reads as U+2001–2A6D and U+2F81–2FA1; its published scores are with those ranges.
  private static final int[][] CHINESE_RANGES = {
    {0x3400, 0x4DB5}, {0x4E00, 0x9FA5}, {0x9FA6, 0x9FBB}, {0xF900, 0xFA2D}, {0xFA30, 0xFA6A},
    {0xFA70, 0xFAD9}, {0x2001, 0x2A6D}, {0x2F81, 0x2FA1}, {0xFF00, 0xFFEF}, {0x2E80, 0x2EFF},
    {0x3000, 0x303F}, {0x31C0, 0x31EF}, {0x2F00, 0x2FDF}, {0x2FF0, 0x2FFF}, {0x3100, 0x312F},
    {0x31A0, 0x31BF}, {0xFE10, 0xFE1F}, {0xFE30, 0xFE4F}, {0x2600, 0x26FF}, {0x2700, 0x27BF},
    {0x3200, 0x32FF}, {0x3300, 0x33FF}
  };

  private final String label;

  BleuTokenizer(String label) {
    this.label = label;
  }

  /// Returns sacreBLEU's name of the tokenizer.
  public String label() {
    return label;
  }

  /// Returns the tokens of a text that has no white space at its end.
  abstract List<String> tokens(String text);

  private static List<String> western(String text) {
    String line = PUNCTUATION.matcher(text).replaceAll(" $1 ");
    line = PERIOD_AFTER_NO_DIGIT.matcher(line).replaceAll("$1 $2 ");
    line = PERIOD_BEFORE_NO_DIGIT.matcher(line).replaceAll(" $1 $2");
    return PythonText.split(DASH_AFTER_DIGIT.matcher(line).replaceAll("$1 $2 "));
  }

  private static String of(int codePoint) {
    return Character.toString(codePoint);
  }

  private static boolean isChinese(int codePoint) {
    for (int[] range : CHINESE_RANGES) {
      if (codePoint >= range[0] && codePoint <= range[1]) {
        return true;
      }
    }
    return false;
  }
}
