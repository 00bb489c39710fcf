package dev.goodput.testing;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// A server that reads a client's TLS ClientHello and then closes.
public final class HelloServer implements AutoCloseable {
  private final ServerSocket listening;

  /// Listens on a free loopback port.
  public HelloServer() throws IOException {
    listening = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
    listening.setSoTimeout(10_000);
  }

  /// Returns a URL with a host name of this machine.
  public String url(String host) {
    return "https://" + host + ":" + listening.getLocalPort();
  }

  /// Returns the first record of the next connection, one character for each byte.
  public String hello() throws IOException {
    try (Socket socket = listening.accept()) {
      socket.setSoTimeout(10_000);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      in.skipNBytes(3);
      return new String(in.readNBytes(in.readUnsignedShort()), StandardCharsets.ISO_8859_1);
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
