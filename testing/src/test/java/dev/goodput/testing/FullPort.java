package dev.goodput.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/// A port whose accept queue is full, so that new connections wait.
///
/// @param listening socket that accepts no connection
/// @param queue connections that fill the queue
public record FullPort(ServerSocket listening, List<Socket> queue) implements AutoCloseable {
  private static final int ENOUGH = 64;
  private static final int TIMEOUT_MILLIS = 100;

  /// Opens any port of this machine.
  public static FullPort open() throws IOException {
    return open(InetAddress.getLoopbackAddress(), 0);
  }

  /// Opens a port of an address.
  public static FullPort open(InetAddress here, int number) throws IOException {
    FullPort port = new FullPort(new ServerSocket(number, 1, here), new ArrayList<>());
    while (port.queue.size() < ENOUGH) {
      Socket next = new Socket();
      port.queue.add(next);
      try {
        next.connect(new InetSocketAddress(here, port.port()), TIMEOUT_MILLIS);
      } catch (SocketTimeoutException e) {
        // The queue is full: this connection already waits.
        return port;
      }
    }
    throw new IllegalStateException("the queue of a listening socket does not fill");
  }

  /// Returns its number.
  public int port() {
    return listening.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    for (Socket each : queue) {
      each.close();
    }
    listening.close();
  }
}
