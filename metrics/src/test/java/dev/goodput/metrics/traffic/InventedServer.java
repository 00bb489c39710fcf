package dev.goodput.metrics.traffic;

import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;

/// A simulated server with streams of equal speed and users who send a new request as soon as a
/// response ends. It reports to a meter as a gateway does: in-flight counts every second, and a
/// record when a response has ended.
final class InventedServer {
  private static final long SECOND = 1_000_000_000L;
  private static final int EVENTS = 300;

  private final TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
  private final List<Stream> streams = new ArrayList<>();
  private final double answerTokens;
  private final IntToDoubleFunction speed;
  private int now;

  private static final class Stream {
    private final int from;
    private final List<Double> chunksMs = new ArrayList<>();
    private double tokens;

    private Stream(int from) {
      this.from = from;
    }
  }

  /// @param answerTokens tokens of each response, in 300 events
  /// @param speed tokens per second of each stream at a given number in flight
  InventedServer(double answerTokens, IntToDoubleFunction speed) {
    this.answerTokens = answerTokens;
    this.speed = speed;
  }

  TrafficMeter meter() {
    return meter;
  }

  /// Continues until a second, with this many users in each; surplus users leave after their
  /// response.
  InventedServer until(int second, IntUnaryOperator users) {
    for (; now < second; now++) {
      for (int missing = users.applyAsInt(now) - streams.size(); missing > 0; missing--) {
        streams.add(new Stream(now));
      }
      double each = speed.applyAsDouble(streams.size());
      streams.forEach(stream -> advance(stream, each));
      streams.stream()
          .filter(stream -> stream.tokens >= answerTokens)
          .forEach(stream -> meter.add(record(stream)));
      streams.removeIf(stream -> stream.tokens >= answerTokens);
      int all = streams.size();
      meter.inFlight((now + 1) * SECOND, List.of(new InFlight("a", all, 0, all)));
    }
    return this;
  }

  private void advance(Stream stream, double tokens) {
    double event = answerTokens / EVENTS;
    double before = stream.tokens;
    stream.tokens = Math.min(answerTokens, before + tokens);
    for (int n = (int) (before / event) + 1; n * event <= stream.tokens + 1e-9; n++) {
      stream.chunksMs.add(now * 1000 + 999 * (n * event - before) / tokens);
    }
  }

  private RequestRecord record(Stream stream) {
    double[] chunks = stream.chunksMs.stream().mapToDouble(Double::doubleValue).toArray();
    return RequestMaker.at(stream.from * 1000.0).chunks(chunks).usage(5, (int) answerTokens).make();
  }
}
