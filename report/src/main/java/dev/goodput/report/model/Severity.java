package dev.goodput.report.model;

/// How a statement bears on trust in the service or the run; the sign says it where colours cannot.
public enum Severity {
  /// As wanted.
  GOOD("✔", "good"),
  /// Worth a look.
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
  public String word() {
    return word;
  }
}
