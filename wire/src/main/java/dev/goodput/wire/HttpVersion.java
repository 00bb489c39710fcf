package dev.goodput.wire;

/// Which version of HTTP a side speaks.
public enum HttpVersion {
  /// HTTP/1.1: a connection carries one request at a time.
  ONE("1"),
  /// HTTP/2: by ALPN on `https`, by prior knowledge on `http`.
  TWO("2"),
  /// HTTP/2 where a server of `https` offers it by ALPN, else HTTP/1.1.
  AUTO("auto");

  private final String word;

  HttpVersion(String word) {
    this.word = word;
  }

  /// What a user types for it.
  public String word() {
    return word;
  }

  /// The one that a user typed.
  ///
  /// @throws BadSettingException where there is none of that name
  public static HttpVersion named(String typed) {
    for (HttpVersion each : values()) {
      if (each.word.equals(typed)) {
        return each;
      }
    }
    throw new BadSettingException("--http must be 1, 2 or auto, found " + typed);
  }
}
