package dev.goodput.lab.hop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// An nginx or HAProxy of this machine, with a configuration of the test's own, on the loopback
/// address.
final class RealProxy implements AutoCloseable {
  private final Process process;
  private final int port;

  private RealProxy(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static String missing(String name) {
    return name + " is missing: it is neither on the PATH nor in /usr/sbin";
  }

  /// Whether one is installed; where `CI` is `true` a missing one is a failure.
  static boolean installed(String name) {
    boolean found = binary(name).isPresent();
    if (!found && "true".equals(System.getenv("CI"))) {
      throw new AssertionError(missing(name));
    }
    return found;
  }

  private static Optional<Path> binary(String name) {
    return Stream.concat(
            Stream.of(System.getenv().getOrDefault("PATH", "").split(":")), Stream.of("/usr/sbin"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// An nginx that passes everything on to a port, with more lines in its location.
  static RealProxy nginx(Path dir, int upstream, String location) {
    int port = freePort();
    String text =
        """
        daemon off; user root; worker_processes 1; pid %1$s/nginx.pid; error_log stderr error;
        events { worker_connections 256; }
        http {
          access_log off;
          client_body_temp_path %1$s/body; proxy_temp_path %1$s/proxy; fastcgi_temp_path %1$s/f;
          uwsgi_temp_path %1$s/u; scgi_temp_path %1$s/s;
          upstream truth { server 127.0.0.1:%2$d; keepalive 16; }
          server {
            listen 127.0.0.1:%3$d;
            location / { proxy_pass http://truth; %4$s }
          }
        }
        """
            .formatted(dir, upstream, port, location);
    Path file = write(dir.resolve("nginx.conf"), text);
    return start(port, "nginx", "-p", dir.toString(), "-c", file.toString());
  }

  /// An HAProxy that passes everything on to a port, with more lines in its defaults.
  static RealProxy haproxy(Path dir, int upstream, String defaults) {
    int port = freePort();
    String text =
        """
        global
          nbthread 1
          maxconn 256
        defaults
          mode http
          timeout connect 5s
          timeout client 60s
          timeout server 60s
          %s
        frontend f
          bind 127.0.0.1:%d
          default_backend b
        backend b
          server truth 127.0.0.1:%d
        """
            .formatted(defaults, port, upstream);
    Path file = write(dir.resolve("haproxy.cfg"), text);
    return start(port, "haproxy", "-db", "-q", "-f", file.toString());
  }

  private static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RealProxy start(int port, String name, String... arguments) {
    List<String> command =
        Stream.concat(Stream.of(binary(name).orElseThrow().toString()), Stream.of(arguments))
            .toList();
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      RealProxy proxy = new RealProxy(process, port);
      proxy.untilItListens(name);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void untilItListens(String name) {
    while (process.isAlive()) {
      try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException e) {
        Thread.onSpinWait();
      }
    }
    throw new IllegalStateException(name + " ended with " + process.exitValue());
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
