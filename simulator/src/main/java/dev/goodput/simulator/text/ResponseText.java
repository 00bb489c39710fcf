package dev.goodput.simulator.text;

/// Seeded response texts: sentences of four to fifteen words with occasional commas, one lexicon
/// entry per token.
public final class ResponseText {
  private static final int SHORTEST = 4;
  private static final int SPREAD = 12;
  private static final int COMMA_ONE_IN = 9;

  private ResponseText() {}

  /// Returns the lexicon entries of a response with this many tokens. A longer response with the
  /// same seed starts with the same entries.
  public static int[] entries(long seed, int tokens) {
    SplitMix random = new SplitMix(seed);
    int words = Lexicon.standard().words();
    int[] entries = new int[tokens];
    int left = 0;
    for (int i = 0; i < tokens; i++) {
      boolean opens = i == 0 || entries[i - 1] == Lexicon.STOP;
      boolean afterWord = !opens && entries[i - 1] != Lexicon.COMMA;
      if (opens) {
        left = SHORTEST + random.below(SPREAD);
        int word = random.below(words);
        entries[i] = i == 0 ? Lexicon.first(word) : Lexicon.opening(word);
      } else if (afterWord && left == 0) {
        entries[i] = Lexicon.STOP;
      } else if (afterWord && left > 1 && random.below(COMMA_ONE_IN) == 0) {
        entries[i] = Lexicon.COMMA;
      } else {
        entries[i] = Lexicon.inner(random.below(words));
        left--;
      }
    }
    return entries;
  }

  /// Replaces the entries of a response from one on; that one is always replaced by another.
  public static void vary(int[] entries, int from, long seed) {
    int[] other = entries(seed, entries.length);
    SplitMix random = new SplitMix(~seed);
    for (int i = from; i < entries.length; i++) {
      int usual = entries[i];
      entries[i] = other[i];
      while (i == from && entries[i] == usual) {
        entries[i] = Lexicon.inner(random.below(Lexicon.standard().words()));
      }
    }
  }

  /// Returns the text of entries `from` (included) to `to` (excluded).
  public static String text(int[] entries, int from, int to) {
    StringBuilder text = new StringBuilder((to - from) * 6);
    for (int i = from; i < to; i++) {
      text.append(Lexicon.standard().text(entries[i]));
    }
    return text.toString();
  }
}
