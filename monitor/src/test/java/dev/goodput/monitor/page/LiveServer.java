package dev.goodput.monitor.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.monitor.page.LiveInput.LiveQuery;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// A real server that shows the page as a gateway's admin port does, and counts what is asked.
final class LiveServer implements AutoCloseable {
  private final EventLoops loops = EventLoops.start(1);
  private final List<String> requested = new CopyOnWriteArrayList<>();
  private final Function<Integer, LiveInput> inputs;
  private final HttpServer server;
  private volatile String frame = "";
  private volatile int refusal = 503;
  private volatile String why = "no";
  private int answers;

  /// @param inputs what is shown by the number of the question, from 0; null where it is refused
  LiveServer(Function<Integer, LiveInput> inputs) {
    this.inputs = inputs;
    this.server = HttpServer.start(ServerOptions.plain("127.0.0.1", 0), loops, this::answer);
  }

  private void answer(ServerRequest request, ServerResponse response) {
    requested.add(request.target());
    switch (request.path()) {
      case "/frame" -> send(response, 200, LivePage.MEDIA_TYPE, frame.getBytes(UTF_8));
      case "/" -> send(response, 200, LivePage.MEDIA_TYPE, LivePage.html());
      case "/live.json" -> {
        LiveInput in = inputs.apply(answers++);
        if (in == null) {
          send(response, refusal, "text/plain", why.getBytes(UTF_8));
        } else {
          LiveQuery query = LiveQuery.of(request.target());
          send(response, 200, LiveDocument.MEDIA_TYPE, LiveDocument.write(in, query));
        }
      }
      default -> send(response, 404, "text/plain", new byte[0]);
    }
  }

  private static void send(ServerResponse response, int status, String type, byte[] body) {
    response.send(status, List.of(new Header("content-type", type)), body);
  }

  /// Refuses from now on by another status and other words.
  LiveServer refusing(int status, String words) {
    refusal = status;
    why = words;
    return this;
  }

  URI page() {
    return URI.create("http://127.0.0.1:" + server.port() + "/");
  }

  /// Gives a page of the same origin around the live page.
  URI frame(String html) {
    frame = html;
    return page().resolve("frame");
  }

  /// Paths and queries in the order in which they came.
  List<String> requested() {
    return List.copyOf(requested);
  }

  @Override
  public void close() {
    server.close();
    loops.close();
  }
}
