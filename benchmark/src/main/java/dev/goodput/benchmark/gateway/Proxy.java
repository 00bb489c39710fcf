package dev.goodput.benchmark.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A proxy in front of the server, on a core of its own, and its cost; the direct path has no
/// process.
final class Proxy implements AutoCloseable {
  static final int CORE = 1;

  private static final double TICKS_A_SECOND = 100;
  private static final int USER_TICKS = 11;
  private static final int TIMEOUT_SECONDS = 120;
  private static final Pattern RESIDENT = Pattern.compile("(?m)^Pss:\\s+(\\d+) kB$");

  private final String url;
  private final @Nullable Process process;

  private Proxy(String url, @Nullable Process process) {
    this.url = url;
    this.process = process;
  }

  /// Starts one and waits until it takes connections.
  ///
  /// @param way `direct`, `nginx`, `goodput`, or `kept`: the same with a log and a capture
  /// @param room a directory for its files
  static Proxy start(String way, Path launcher, String upstream, Path room)
      throws IOException, InterruptedException {
    if (way.equals("direct")) {
      return new Proxy(upstream, null);
    }
    int port = freePort();
    List<String> command = new ArrayList<>(List.of("taskset", "-c", Integer.toString(CORE)));
    command.addAll(
        way.equals("nginx")
            ? nginx(port, upstream, room)
            : goodput(launcher.toString(), port, upstream));
    if (way.equals("kept")) {
      command.addAll(List.of("--log", room + "/log", "--capture", room + "/traffic.jsonl"));
    }
    Path message = room.resolve("output.log");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(message.toFile())
            .start();
    Proxy proxy = new Proxy("http://127.0.0.1:" + port, process);
    try {
      await(process, port, message);
      return proxy;
    } catch (IllegalStateException e) {
      proxy.close();
      throw e;
    }
  }

  private static List<String> goodput(String launcher, int port, String upstream)
      throws IOException {
    List<String> what = List.of(launcher, "gateway", "--upstream", upstream, "--slo", "chat");
    List<String> command = new ArrayList<>(what);
    command.addAll(List.of("--listen", "127.0.0.1:" + port));
    command.addAll(List.of("--admin", "127.0.0.1:" + freePort()));
    return command;
  }

  /// As nginx has to be set up for streams of tokens: no buffering, connections kept.
  private static List<String> nginx(int port, String upstream, Path room) throws IOException {
    Path file = room.resolve("nginx.conf");
    Files.writeString(
        file,
        """
        daemon off; worker_processes 1; pid %1$s/nginx.pid; error_log stderr error;
        events { worker_connections 32768; }
        http {
          access_log off; keepalive_requests 1000000;
          client_body_temp_path %1$s/b; proxy_temp_path %1$s/p; fastcgi_temp_path %1$s/f;
          uwsgi_temp_path %1$s/u; scgi_temp_path %1$s/s;
          upstream truth { server %2$s; keepalive 2048; keepalive_requests 1000000; }
          server {
            listen 127.0.0.1:%3$d backlog=4096;
            location / {
              proxy_pass http://truth; proxy_http_version 1.1; proxy_set_header Connection "";
              proxy_buffering off; proxy_read_timeout 300s;
            }
          }
        }
        """
            .formatted(room, upstream.substring("http://".length()), port));
    return List.of("nginx", "-p", room.toString(), "-c", file.toString());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void await(Process process, int port, Path message)
      throws IOException, InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (process.isAlive() && System.nanoTime() < until) {
      if (listens(port)) {
        return;
      }
      boolean _ = process.waitFor(100, TimeUnit.MILLISECONDS);
    }
    throw new IllegalStateException(
        "does not listen; it printed: " + Files.readString(message).strip());
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false; // Not yet.
    }
  }

  String url() {
    return url;
  }

  /// What it and its children have used so far, the kernel's share included; 0 for the direct path.
  double cpuSeconds() throws IOException {
    double ticks = 0;
    for (ProcessHandle each : processes()) {
      String stat = Files.readString(Path.of("/proc", Long.toString(each.pid()), "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      ticks += Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[USER_TICKS + 1]);
    }
    return ticks / TICKS_A_SECOND;
  }

  /// Memory it and its children hold, shared pages by share.
  long residentBytes() throws IOException {
    long kibibytes = 0;
    for (ProcessHandle each : processes()) {
      Path file = Path.of("/proc", Long.toString(each.pid()), "smaps_rollup");
      Matcher found = RESIDENT.matcher(Files.readString(file));
      kibibytes += found.results().map(MatchResult::group).mapToLong(Proxy::number).sum();
    }
    return kibibytes * 1024;
  }

  private static long number(String line) {
    return Long.parseLong(line.replaceAll("\\D", ""));
  }

  private List<ProcessHandle> processes() {
    return process == null
        ? List.of()
        : Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
  }

  @Override
  public void close() throws IOException {
    Process running = process;
    if (running == null) {
      return;
    }
    running.destroy();
    try {
      if (!running.waitFor(30, TimeUnit.SECONDS)) {
        running.destroyForcibly();
      }
    } catch (InterruptedException e) {
      running.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  static void delete(Path room) throws IOException {
    try (Stream<Path> paths = Files.walk(room)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
