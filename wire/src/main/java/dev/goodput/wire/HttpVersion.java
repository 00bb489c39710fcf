package dev.goodput.wire;

/// The version of HTTP to use.
public enum HttpVersion {
  /// HTTP/1.1: a connection carries one request at a time.
  ONE("1"),
  /// HTTP/2: by ALPN on `https`, by prior knowledge on `http`.
  TWO("2"),
  /// HTTP/2 if the server of an `https` URL offers it by ALPN, otherwise HTTP/1.1.
  AUTO("auto");

  private final String word;

  HttpVersion(String word) {
    this.word = word;
  }

  /// Returns the name that users type.
  public String word() {
    return word;
  }

  /// Returns the version that a user typed.
  ///
  /// @throws BadSettingException if there is none with that name
  public static HttpVersion named(String typed) {
    for (HttpVersion each : values()) {
      if (each.word.equals(typed)) {
        return each;
      }
    }
    throw new BadSettingException("--http must be 1, 2 or auto, found " + typed);
  }
}
