package dev.goodput.workload.prompt;

import dev.goodput.workload.tokenizer.PromptCalibration;
import dev.goodput.workload.tokenizer.Tokenizer;

/// What text is measured in while it is put together: tokens where a tokenizer counts them, words
/// where only a calibration is known.
sealed interface Units {

  /// Units of a text on its own.
  int count(String text);

  /// Units that a text adds when it follows other text.
  int following(String text);

  /// Units nearest to a number of tokens.
  int ofTokens(int tokens);

  /// Tokens of a text that somebody else wrote.
  int tokens(String text);

  /// Whether a finished text is worth counting again.
  boolean countable();

  /// Tokens, counted.
  record Tokens(Tokenizer tokenizer, int anchorTokens) implements Units {
    private static final String ANCHOR = "The end.";

    Tokens(Tokenizer tokenizer) {
      this(tokenizer, tokenizer.count(ANCHOR));
    }

    @Override
    public int count(String text) {
      return tokenizer.count(text);
    }

    @Override
    public int following(String text) {
      return tokenizer.count(ANCHOR + text) - anchorTokens;
    }

    @Override
    public int ofTokens(int tokens) {
      return tokens;
    }

    @Override
    public int tokens(String text) {
      return tokenizer.count(text);
    }

    @Override
    public boolean countable() {
      return true;
    }
  }

  /// Words, of which each costs what the server was seen to count.
  record Words(PromptCalibration calibration) implements Units {
    /// Text with few blanks (code, Chinese) has at least about one token in six bytes.
    private static final int BYTES_PER_TOKEN = 6;

    @Override
    public int count(String text) {
      int words = 0;
      boolean inside = false;
      for (int i = 0; i < text.length(); i++) {
        boolean blank = Character.isWhitespace(text.charAt(i));
        words += !blank && !inside ? 1 : 0;
        inside = !blank;
      }
      return words;
    }

    @Override
    public int following(String text) {
      return count(text);
    }

    @Override
    public int ofTokens(int tokens) {
      return (int) Math.round(tokens / calibration.tokensPerWord());
    }

    @Override
    public int tokens(String text) {
      double byWords = count(text) * calibration.tokensPerWord();
      return (int) Math.round(Math.max(byWords, utf8Length(text) / (double) BYTES_PER_TOKEN));
    }

    private static int utf8Length(String text) {
      int bytes = 0;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
      }
      return bytes;
    }

    @Override
    public boolean countable() {
      return false;
    }
  }
}
