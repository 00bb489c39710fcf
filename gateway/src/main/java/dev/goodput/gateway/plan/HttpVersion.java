package dev.goodput.gateway.plan;

/// Which HTTP an upstream is asked in.
public enum HttpVersion {
  /// HTTP/2 where TLS agrees on it, else HTTP/1.1.
  AUTO("auto"),
  /// HTTP/1.1 only.
  ONE("1"),
  /// HTTP/2 only, over plain TCP by prior knowledge.
  TWO("2");

  private final String word;

  HttpVersion(String word) {
    this.word = word;
  }

  /// As `gateway.yaml` has it.
  public String word() {
    return word;
  }
}
