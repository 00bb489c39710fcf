package dev.goodput.export;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;

/// A test collector: a real server on loopback that stores what it receives, with scripted
/// responses.
final class Receiver implements AutoCloseable {
  private final EventLoops loops = EventLoops.start(1);
  private final LinkedBlockingQueue<Post> posts = new LinkedBlockingQueue<>();
  private final AtomicInteger requested = new AtomicInteger();
  private final HttpServer server;

  /// A post.
  ///
  /// @param path its path
  /// @param request the request with its headers
  /// @param message the body, unzipped and parsed
  record Post(String path, ServerRequest request, Proto message) {}

  /// Returns the response; `number` counts posts from 0.
  @FunctionalInterface
  interface Script {
    void answer(ServerResponse response, int number);
  }

  Receiver(Script script) {
    this(0, script);
  }

  Receiver(int port, Script script) {
    server =
        HttpServer.start(
            ServerOptions.plain("127.0.0.1", port),
            loops,
            (request, response) -> {
              posts.add(new Post(request.path(), request, Proto.of(unzipped(request.body()))));
              script.answer(response, requested.getAndIncrement());
            });
  }

  /// Accepts everything.
  static Receiver willing() {
    return new Receiver((response, _) -> taken(response));
  }

  static void taken(ServerResponse response) {
    response.send(200, List.of(), new byte[0]);
  }

  private static byte[] unzipped(byte[] body) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return server.port();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.port());
  }

  /// Waits for the next post and returns it.
  Post next() throws InterruptedException {
    Post post = posts.poll(60, TimeUnit.SECONDS);
    if (post == null) {
      throw new AssertionError("nothing was posted within a minute");
    }
    return post;
  }

  /// Returns all posts that were not taken yet.
  List<Post> all() {
    List<Post> taken = new ArrayList<>();
    posts.drainTo(taken);
    return taken;
  }

  /// Returns the number of posts so far.
  int requested() {
    return requested.get();
  }

  @Override
  public void close() {
    server.close();
    loops.close();
  }
}
