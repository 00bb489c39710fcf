package dev.goodput.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// A client on a plain socket, for either version of HTTP; one request at a time.
public interface BareClient extends AutoCloseable {
  /// How a response ended.
  enum End {
    /// By its framing.
    WHOLE,
    /// In the middle, by the end of the connection or the stream, without an error.
    CUT,
    /// By a reset of the connection or the stream.
    RESET
  }

  /// A response, however it ended.
  ///
  /// @param status 0 if there was none
  /// @param body decoded body, one character for each byte
  /// @param trailers trailers by lower-case name
  record Got(int status, String body, Map<String, String> trailers, End end) {}

  /// Sends a whole POST.
  ///
  /// @param fields further header fields: a lower-case name, then its value
  void ask(String path, byte[] body, String... fields) throws IOException;

  /// Starts a POST with a body of this length, and sends as much of it as is taken.
  ///
  /// @return how many bytes were taken before nothing more was for half a second
  long upload(String path, long length) throws IOException;

  /// Reads until the body contains this mark.
  void readUntil(String mark) throws IOException;

  /// Reads to the end.
  Got rest();

  /// Abandons the response, like a client that has gone.
  void leave() throws IOException;

  @Override
  void close() throws IOException;

  /// Connects over plain TCP.
  ///
  /// @param two whether to speak HTTP/2
  static BareClient to(int port, boolean two) throws IOException {
    return to(port, two, null);
  }

  /// Connects; with TLS the version is agreed on by ALPN.
  static BareClient to(int port, boolean two, @Nullable SSLSocketFactory tls) throws IOException {
    Socket socket = tls == null ? new Socket(InetAddress.getLoopbackAddress(), port) : null;
    if (tls != null) {
      SSLSocket secure = (SSLSocket) tls.createSocket(InetAddress.getLoopbackAddress(), port);
      SSLParameters asks = secure.getSSLParameters();
      asks.setApplicationProtocols(new String[] {two ? "h2" : "http/1.1"});
      secure.setSSLParameters(asks);
      secure.startHandshake();
      String agreed = secure.getApplicationProtocol();
      if (two && !agreed.equals("h2")) {
        throw new IOException("agreed on '" + agreed + "'");
      }
      socket = secure;
    }
    if (socket == null) {
      throw new IllegalStateException("no socket");
    }
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(30_000);
    return two ? new BareClientOfTwo(socket) : new BareClientOfOne(socket);
  }
}
