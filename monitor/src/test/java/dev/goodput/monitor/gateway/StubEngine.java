package dev.goodput.monitor.gateway;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;

/// A server that puts its name into every answer, and can hold a stream open until it is released.
/// It also accepts the requests to a collector and has a metrics page.
final class StubEngine implements AutoCloseable {
  /// The text in a request whose response is held after its first word.
  static final String HOLD = "hold on";

  private final String name;
  private final EventLoops loops = EventLoops.start(1);
  private final BlockingQueue<ServerResponse> held = new LinkedBlockingQueue<>();
  private final BlockingQueue<ServerRequest> requested = new LinkedBlockingQueue<>();
  private final HttpServer server;
  private volatile String metrics = "";
  private volatile String key = "";
  private final Queue<String> keysAtMetrics = new ConcurrentLinkedQueue<>();

  StubEngine(String name) {
    this.name = name;
    this.server = HttpServer.start(ServerOptions.plain("127.0.0.1", 0), loops, this::answer);
  }

  String url() {
    return "http://127.0.0.1:" + server.port();
  }

  private void answer(ServerRequest request, ServerResponse response) {
    if (request.path().equals("/metrics")) {
      String shown = String.valueOf(request.header("authorization"));
      keysAtMetrics.add(shown);
      if (!key.isEmpty() && !shown.equals("Bearer " + key)) {
        response.send(401, List.of(), "{\"error\":\"no key\"}".getBytes(StandardCharsets.UTF_8));
        return;
      }
      response.send(200, List.of(), metrics.getBytes(StandardCharsets.UTF_8));
      return;
    }
    requested.add(request);
    if (!request.path().equals("/v1/chat/completions")) {
      response.send(200, List.of(), new byte[0]);
      return;
    }
    response.head(200, List.of(new Header("content-type", "text/event-stream")));
    print(response, "{\"id\":\"answer-of-" + name + "\",\"model\":\"m-1\",\"choices\":[]}");
    print(response, "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + name + "\"}}]}");
    if (new String(request.body(), StandardCharsets.UTF_8).contains(HOLD)) {
      held.add(response);
    } else {
      end(response);
    }
  }

  /// Sets the content of the metrics page.
  void serve(String page) {
    metrics = page;
  }

  /// Makes the metrics page require a key.
  void needsKey(String needed) {
    key = needed;
  }

  /// Returns the `Authorization` headers of requests for the metrics page, `null` for none.
  Queue<String> keysAtMetrics() {
    return keysAtMetrics;
  }

  /// Returns a metrics page with counters of engines and a GPU.
  static String page(int preempted, int recomputed, int generated, int lookedUp, int found) {
    return """
    vllm:num_preemptions %d
    sglang:num_retracted_output_tokens %d
    vllm:generation_tokens %d
    vllm:prefix_cache_queries %d
    vllm:prefix_cache_hits %d
    DCGM_FI_DEV_FB_USED{gpu="0"} 2
    DCGM_FI_DEV_POWER_USAGE{gpu="0"} 350
    """
        .formatted(preempted, recomputed, generated, lookedUp, found);
  }

  private static void print(ServerResponse response, String data) {
    response.body(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
  }

  private static void end(ServerResponse response) {
    print(response, "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}");
    print(response, "{\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":1}}");
    print(response, "[DONE]");
    response.end();
  }

  /// Returns the number of requests, other than for the metrics page, that no test has taken yet.
  int requested() {
    return requested.size();
  }

  /// Ends a held stream.
  void resume() throws InterruptedException {
    ServerResponse response = held.poll(30, TimeUnit.SECONDS);
    if (response == null) {
      throw new AssertionError("nobody asked to hold on");
    }
    response.loop().execute(() -> end(response));
  }

  /// Waits for the next request of a path that no test has taken yet.
  ///
  /// @return the body, decompressed, as far as it is text
  String awaitPost(String path) throws InterruptedException, IOException {
    ServerRequest next = requested.poll(30, TimeUnit.SECONDS);
    while (next != null && !next.path().equals(path)) {
      next = requested.poll(30, TimeUnit.SECONDS);
    }
    if (next == null) {
      throw new AssertionError("nobody asked for " + path);
    }
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(next.body()))) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Override
  public void close() {
    server.close();
    loops.close();
  }
}
