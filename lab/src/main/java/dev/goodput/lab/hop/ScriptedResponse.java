package dev.goodput.lab.hop;

import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.server.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/// A response that the upstream is sending, following its script. Runs on its connection's loop.
final class ScriptedResponse {
  private static final Header STREAM = new Header("content-type", "text/event-stream");
  private static final Header JSON = new Header("content-type", "application/json");

  /// The trailer field, which a proxy should forward.
  static final String TRAILER = "x-goodput-sum";

  private final long probe;
  private final ResponseScript script;
  private final UpstreamRequest attempt;
  private final ProbeUpstream upstream;
  private final ServerResponse response;
  private final NanoClock clock;

  /// Whether the body is framed by hand, which is the only way to send a trailer. HTTP/1.0 has no
  /// such framing, and in HTTP/2 raw bytes would corrupt the shared connection.
  private final boolean trails;

  private int written;
  private long dueNanos;

  ScriptedResponse(
      long probe,
      ResponseScript script,
      UpstreamRequest attempt,
      ProbeUpstream upstream,
      ServerResponse response) {
    this.probe = probe;
    this.script = script;
    this.attempt = attempt;
    this.upstream = upstream;
    this.response = response;
    this.clock = upstream.clock();
    this.trails =
        script.end() == ResponseScript.End.TRAILER && !attempt.http10() && !attempt.http2();
    this.dueNanos = attempt.receivedNanos() + script.firstNanos();
  }

  void start() {
    response.onClosed(() -> upstream.note(() -> attempt.left(clock.nanoTime())));
    var _ = response.loop().at(dueNanos, this::first);
  }

  private void first() {
    switch (script.end()) {
      case REFUSED -> {
        response.send(503, List.of(JSON), StreamText.refusal());
        upstream.note(attempt::end);
      }
      case UNANSWERED -> {
        response.cut();
        upstream.note(attempt::end);
      }
      case TRAILER, WHOLE, ODD, CUT, RESET -> {
        open();
        step();
      }
    }
  }

  private void open() {
    if (!trails) {
      response.head(200, List.of(STREAM));
      return;
    }
    response.raw(
        ("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntrailer: "
                + TRAILER
                + "\r\ntransfer-encoding: chunked\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
  }

  private void step() {
    if (response.over()) {
      return;
    }
    boolean half = written * 2 >= script.tokens();
    if (half && script.end() == ResponseScript.End.CUT) {
      response.cut();
      upstream.note(attempt::end);
    } else if (half && script.end() == ResponseScript.End.RESET) {
      response.abort();
      upstream.note(attempt::end);
    } else if (written == script.tokens()) {
      end();
    } else {
      write();
    }
  }

  private void write() {
    byte[] event = StreamText.event(probe, written, script.end() == ResponseScript.End.ODD);
    long now = clock.nanoTime();
    upstream.note(() -> attempt.sent(now));
    body(event);
    written++;
    dueNanos += script.gapNanos();
    var _ = response.loop().at(dueNanos, this::step);
  }

  private void body(byte[] bytes) {
    if (trails) {
      response.raw(chunk(bytes));
    } else {
      response.body(bytes);
    }
  }

  private void end() {
    body(StreamText.end(probe, script.tokens()));
    if (trails) {
      response.raw(("0\r\n" + TRAILER + ": 1\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      response.cut();
    } else {
      response.end();
    }
    upstream.note(attempt::end);
  }

  private static byte[] chunk(byte[] bytes) {
    ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    String size = Integer.toHexString(bytes.length).toLowerCase(Locale.ROOT) + "\r\n";
    chunk.writeBytes(size.getBytes(StandardCharsets.US_ASCII));
    chunk.writeBytes(bytes);
    chunk.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
    return chunk.toByteArray();
  }
}
