package dev.goodput.wire.client;

import dev.goodput.wire.Header;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.dial.ServerName;
import dev.goodput.wire.dial.TlsContexts;
import io.netty.handler.ssl.JdkSslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// A blocking connection to an endpoint that reads and writes raw bytes, for probes that check what
/// HTTP clients hide, such as how a response was cut. One thread reads; the same or one other
/// thread writes.
public final class RawConnection implements AutoCloseable {
  /// The other side closed the connection (FIN).
  public static final int CLOSED = -1;

  /// The other side or an intermediary reset the connection (RST).
  public static final int RESET = -2;

  /// Nothing arrived in time.
  public static final int SILENT = 0;

  private final Endpoint endpoint;
  private final Socket socket;

  private RawConnection(Endpoint endpoint, Socket socket) {
    this.endpoint = endpoint;
    this.socket = socket;
  }

  /// Connects to the first of the endpoint's addresses that accepts, with TLS if the endpoint uses
  /// it. Empty if none accepts.
  ///
  /// @param limit connect timeout for each address
  /// @throws dev.goodput.wire.BadSettingException if a TLS file cannot be used
  public static Optional<RawConnection> open(Endpoint endpoint, Duration limit) {
    return open(endpoint, endpoint.destination().lookUp(), limit);
  }

  static Optional<RawConnection> open(
      Endpoint endpoint, List<InetSocketAddress> addresses, Duration limit) {
    return addresses.stream().flatMap(each -> open(endpoint, each, limit).stream()).findFirst();
  }

  private static Optional<RawConnection> open(
      Endpoint endpoint, InetSocketAddress address, Duration limit) {
    Socket plain = new Socket();
    try {
      plain.setTcpNoDelay(true);
      plain.connect(address, Math.toIntExact(limit.toMillis()));
      return Optional.of(new RawConnection(endpoint, secured(endpoint, plain, limit)));
    } catch (IOException e) {
      shut(plain);
      return Optional.empty();
    }
  }

  private static Socket secured(Endpoint endpoint, Socket plain, Duration limit)
      throws IOException {
    if (!endpoint.destination().secure()) {
      return plain;
    }
    if (!(TlsContexts.client(endpoint.tls(), HttpVersion.ONE) instanceof JdkSslContext context)) {
      throw new IllegalStateException("TLS is not the JDK's");
    }
    plain.setSoTimeout(Math.toIntExact(limit.toMillis()));
    ServerName name = ServerName.of(endpoint.destination());
    if (!(context
            .context()
            .getSocketFactory()
            .createSocket(plain, name.host(), endpoint.port(), true)
        instanceof SSLSocket secure)) {
      throw new IllegalStateException("a TLS factory makes TLS sockets");
    }
    SSLParameters requested = secure.getSSLParameters();
    requested.setEndpointIdentificationAlgorithm(endpoint.tls().insecure() ? null : "HTTPS");
    secure.setSSLParameters(name.in(requested));
    secure.startHandshake();
    IOException problem = name.problem(secure.getSession());
    if (problem != null) {
      throw problem;
    }
    return secure;
  }

  /// Returns the head of a POST to the endpoint, up to the blank line, with its key and headers.
  ///
  /// @param more headers of this request alone
  /// @param body body that follows the head
  public byte[] head(List<Header> more, byte[] body) {
    List<Header> all = new ArrayList<>(endpoint.headers());
    all.addAll(more);
    Endpoint requested =
        new Endpoint(
            endpoint.baseUrl(),
            endpoint.dialect(),
            all,
            endpoint.apiKey(),
            endpoint.tls(),
            endpoint.connectionPerRequest(),
            endpoint.bodySecrets());
    byte[] whole = RequestTemplate.post(requested).one(body);
    return Arrays.copyOf(whole, whole.length - body.length);
  }

  /// Writes bytes. Returns whether the socket took them.
  public boolean write(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// Reads what has arrived, after waiting for the first byte.
  ///
  /// @param limit how long to wait, at least 1 ms
  /// @return the number of bytes, or [#CLOSED], [#RESET] or [#SILENT]
  public int read(byte[] into, Duration limit) {
    try {
      socket.setSoTimeout(Math.toIntExact(Math.max(1, limit.toMillis())));
      return socket.getInputStream().read(into);
    } catch (SocketTimeoutException e) {
      return SILENT;
    } catch (IOException e) {
      return RESET;
    }
  }

  /// Closes the connection, as a client does whose user has gone.
  @Override
  public void close() {
    shut(socket);
  }

  private static void shut(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The socket is closed either way.
    }
  }
}
