package dev.goodput.report.model;

/// The effect of a statement on trust in the service or the run; the sign shows it without colours.
public enum Severity {
  /// As wanted.
  GOOD("✔", "good"),
  /// A warning.
  WARN("!", "warn"),
  /// Not as wanted.
  BAD("✘", "bad"),
  /// A statement without a judgement.
  PLAIN("·", "plain"),
  /// A judgement that cannot be had from here.
  OPEN("?", "open");

  private final String sign;
  private final String word;

  Severity(String sign, String word) {
    this.sign = sign;
    this.word = word;
  }

  /// A sign of one character.
  public String sign() {
    return sign;
  }

  /// The word for style sheets and documents.
  public String key() {
    return word;
  }

  /// A judgement of this tone.
  ///
  /// @param title the judgement itself, two or three words
  /// @param text the figures behind it
  public Verdict verdict(String title, String text) {
    return verdict(title, text, "");
  }

  /// A judgement of this tone.
  ///
  /// @param more what follows from it or what to do; empty where nothing
  public Verdict verdict(String title, String text, String more) {
    return new Verdict(this, title, text, more);
  }
}
