package dev.goodput.wire.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// A client made of a socket and bytes alone, whatever version of HTTP it speaks; one request at a
/// time.
public interface BareClient extends AutoCloseable {
  /// How an answer ended.
  enum End {
    /// Its framing said so.
    WHOLE,
    /// The connection or the stream ended in its middle, without an error.
    CUT,
    /// The connection or the stream was reset.
    RESET
  }

  /// An answer, to whatever end it came.
  ///
  /// @param status 0 where none came
  /// @param body unframed, each byte a character
  /// @param trailers by names in lower case
  record Got(int status, String body, Map<String, String> trailers, End end) {}

  /// Sends a POST whole.
  ///
  /// @param fields further header fields: a name in lower case, then its value
  void ask(String path, byte[] body, String... fields) throws IOException;

  /// Begins a POST of a body of a given length, and sends of it what is taken.
  ///
  /// @return how many bytes were taken before nothing more was for half a second
  long upload(String path, long length) throws IOException;

  /// Reads until this came of the body.
  void readUntil(String mark) throws IOException;

  /// Reads to the end.
  Got rest();

  /// Gives the answer up, as who has gone.
  void leave() throws IOException;

  @Override
  void close() throws IOException;

  /// One over plain TCP.
  ///
  /// @param two whether it speaks HTTP/2
  static BareClient to(int port, boolean two) throws IOException {
    return to(port, two, null);
  }

  /// One that agrees on its version by ALPN where there is TLS.
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
