package dev.goodput.workload.prompt;

import dev.goodput.workload.tokenizer.PromptCalibration;
import dev.goodput.workload.tokenizer.Tokenizer;

/// The unit of text under construction: tokens if a tokenizer counts them, words if only a
/// calibration is known.
sealed interface TextUnit {

  /// Returns the units of a text on its own.
  int count(String text);

  /// Returns the units that a text adds when it follows other text.
  int following(String text);

  /// Returns the units nearest to a number of tokens.
  int ofTokens(int tokens);

  /// Returns the tokens of a text that was not generated here.
  int tokens(String text);

  /// Returns whether a finished text is worth counting again.
  boolean countable();

  /// Tokens, counted with a tokenizer.
  record Tokens(Tokenizer tokenizer, int anchorTokens) implements TextUnit {
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

  /// Words, at the calibrated cost of a word on the server.
  record Words(PromptCalibration calibration) implements TextUnit {
    /// Text with few blanks (code, Chinese) has at least about one token per six bytes.
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
