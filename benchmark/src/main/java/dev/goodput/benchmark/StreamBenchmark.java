package dev.goodput.benchmark;

import dev.goodput.wire.dialect.AnswerParser;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.sse.EventKind;
import dev.goodput.wire.sse.FrameHandler;
import dev.goodput.wire.sse.Framer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// One content event of an OpenAI chat stream as vLLM writes it: framed, and framed and understood.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StreamBenchmark {
  private static final int EVENTS = 256;
  private static final byte[] STREAM = stream();

  private final Counter frames = new Counter();
  private final Framer framing = Framer.serverSentEvents(frames);
  private final CountingSink sink = new CountingSink();
  private final Understanding understanding = new Understanding(chat().newParser(sink, false));
  private final Framer understood = Framer.serverSentEvents(understanding);

  private static Dialect chat() {
    return Dialect.all().stream()
        .filter(dialect -> dialect.name().equals("chat"))
        .findFirst()
        .orElseThrow();
  }

  private static byte[] stream() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < EVENTS; i++) {
      text.append(
              "data:"
                  + " {\"id\":\"chatcmpl-7f9a2c41d0b34e6e8a1f\",\"object\":\"chat.completion.chunk\",")
          .append("\"created\":1763726400,\"model\":\"meta-llama/Llama-3.1-8B-Instruct\",")
          .append("\"choices\":[{\"index\":0,\"delta\":{\"content\":\" word")
          .append(i)
          .append("\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /// Framing alone.
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public int frame() {
    framing.feed(STREAM, 0, STREAM.length);
    return frames.events;
  }

  /// Framing, then finding out that the event is content.
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public int frameAndUnderstand() {
    understood.feed(STREAM, 0, STREAM.length);
    return sink.contents();
  }

  private static final class Counter implements FrameHandler {
    private int events;

    @Override
    public void event(byte[] bytes, int from, int to, EventKind kind, boolean complete) {
      events++;
    }

    @Override
    public void tooLong(int limit) {
      throw new IllegalStateException("an event of the benchmark is over " + limit + " bytes");
    }
  }

  private record Understanding(AnswerParser parser) implements FrameHandler {
    @Override
    public void event(byte[] bytes, int from, int to, EventKind kind, boolean complete) {
      parser.event(bytes, from, to, kind, complete);
    }

    @Override
    public void tooLong(int limit) {
      throw new IllegalStateException("an event of the benchmark is over " + limit + " bytes");
    }
  }
}
