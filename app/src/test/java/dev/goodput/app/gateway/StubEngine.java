package dev.goodput.app.gateway;

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

/// A server that says its name in every answer, and ends a stream when it is told to; it takes a
/// collector's posts, and has a page of metrics.
final class StubEngine implements AutoCloseable {
  /// In a question whose answer is to be held after its first word.
  static final String HOLD = "hold on";

  private final String name;
  private final EventLoops loops = EventLoops.start(1);
  private final BlockingQueue<ServerResponse> held = new LinkedBlockingQueue<>();
  private final BlockingQueue<ServerRequest> asked = new LinkedBlockingQueue<>();
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
    asked.add(request);
    if (!request.path().equals("/v1/chat/completions")) {
      response.send(200, List.of(), new byte[0]);
      return;
    }
    response.head(200, List.of(new Header("content-type", "text/event-stream")));
    say(response, "{\"id\":\"answer-of-" + name + "\",\"model\":\"m-1\",\"choices\":[]}");
    say(response, "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + name + "\"}}]}");
    if (new String(request.body(), StandardCharsets.UTF_8).contains(HOLD)) {
      held.add(response);
    } else {
      end(response);
    }
  }

  /// What its page of metrics says from now on.
  void tells(String page) {
    metrics = page;
  }

  /// Its page of metrics needs a key from now on.
  void needsKey(String needed) {
    key = needed;
  }

  /// What `Authorization` requests for its page of metrics had, `null` for none.
  Queue<String> keysAtMetrics() {
    return keysAtMetrics;
  }

  /// A page with counters of engines' and a GPU's figures.
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

  private static void say(ServerResponse response, String data) {
    response.body(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
  }

  private static void end(ServerResponse response) {
    say(response, "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}");
    say(response, "{\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":1}}");
    say(response, "[DONE]");
    response.end();
  }

  /// How often it was asked for anything but its page of metrics, and not waited for yet.
  int asked() {
    return asked.size();
  }

  /// Ends a stream that was held.
  void goOn() throws InterruptedException {
    ServerResponse response = held.poll(30, TimeUnit.SECONDS);
    if (response == null) {
      throw new AssertionError("nobody asked to hold on");
    }
    response.loop().execute(() -> end(response));
  }

  /// Waits until a path was asked for that has not been waited for yet.
  ///
  /// @return the body, unpacked, as far as it is text
  String awaitPost(String path) throws InterruptedException, IOException {
    ServerRequest next = asked.poll(30, TimeUnit.SECONDS);
    while (next != null && !next.path().equals(path)) {
      next = asked.poll(30, TimeUnit.SECONDS);
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
