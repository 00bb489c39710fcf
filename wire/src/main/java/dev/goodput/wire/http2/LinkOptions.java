package dev.goodput.wire.http2;

/// What one side of a connection allows the other.
///
/// @param server whether the other side opened the connection
/// @param maxStreams how many streams it may have open at once
/// @param streamWindow bytes that may be on the way on one stream, from 65,535
/// @param connectionWindow bytes that may be on the way on all of them, from 65,535
/// @param maxHeaderBytes how long its header fields may be altogether
/// @param maxResets how many resets in [#RESETS_SECONDS] end the connection, as an attack would
///   need them (CVE-2023-44487); 0 for any number
public record LinkOptions(
    boolean server,
    int maxStreams,
    int streamWindow,
    int connectionWindow,
    int maxHeaderBytes,
    int maxResets) {
  static final int RESETS_SECONDS = 30;
  static final int USUAL_WINDOW = 65_535;

  /// Checks the windows.
  ///
  /// @throws IllegalArgumentException where a window is smaller than HTTP/2 begins with
  public LinkOptions {
    if (streamWindow < USUAL_WINDOW || connectionWindow < USUAL_WINDOW) {
      throw new IllegalArgumentException("a window is at least " + USUAL_WINDOW + " bytes");
    }
  }

  /// Of a client that reads whatever comes at once, so that no answer ever waits for a window.
  public static LinkOptions client() {
    return new LinkOptions(false, 0, 16 << 20, 1 << 30, 256 << 10, 0);
  }

  /// Of a server that trusts its clients.
  ///
  /// @param maxStreams how many streams a connection may have at once
  public static LinkOptions server(int maxStreams) {
    return new LinkOptions(true, maxStreams, 1 << 20, 256 << 20, 64 << 10, 0);
  }
}
