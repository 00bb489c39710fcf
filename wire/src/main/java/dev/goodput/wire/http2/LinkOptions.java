package dev.goodput.wire.http2;

/// The limits that one side of a connection sets for the other.
///
/// @param server whether the other side opened the connection
/// @param maxStreams limit on concurrent streams of the other side
/// @param streamWindow flow-control window of one stream in bytes, at least 65,535
/// @param connectionWindow flow-control window of the connection in bytes, at least 65,535
/// @param maxHeaderBytes limit on the total size of header fields
/// @param maxResets how many resets within [#RESETS_SECONDS] end the connection, to stop an attack
///   (CVE-2023-44487); 0 for no limit
public record LinkOptions(
    boolean server,
    int maxStreams,
    int streamWindow,
    int connectionWindow,
    int maxHeaderBytes,
    int maxResets) {
  static final int RESETS_SECONDS = 30;
  static final int DEFAULT_WINDOW = 65_535;

  /// Checks the windows.
  ///
  /// @throws IllegalArgumentException if a window is smaller than HTTP/2's initial size
  public LinkOptions {
    if (streamWindow < DEFAULT_WINDOW || connectionWindow < DEFAULT_WINDOW) {
      throw new IllegalArgumentException("a window is at least " + DEFAULT_WINDOW + " bytes");
    }
  }

  /// Returns the limits of a client that reads everything at once, so that no response ever waits
  /// for a window.
  public static LinkOptions client() {
    return new LinkOptions(false, 0, 16 << 20, 1 << 30, 256 << 10, 0);
  }

  /// Returns the limits of a server that trusts its clients.
  ///
  /// @param maxStreams limit on concurrent streams of a connection
  public static LinkOptions server(int maxStreams) {
    return new LinkOptions(true, maxStreams, 1 << 20, 256 << 20, 64 << 10, 0);
  }
}
