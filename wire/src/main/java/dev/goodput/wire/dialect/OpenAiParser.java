package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.sse.EventKind;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// Answers of the OpenAI family, streamed and whole, in every variation its servers are known for.
///
/// Three ways, each for what the one before leaves: the template of the last chunk, a scan of the
/// bytes, a real parser.
final class OpenAiParser implements AnswerParser {
  private static final int SHOWN = 80;

  private final AnswerSink sink;
  private final boolean keepText;
  private final ChunkTemplate template = new ChunkTemplate();
  private final UsageTracker usage = new UsageTracker();
  private final ChunkScanner scanner;
  private boolean ended;
  private boolean gapTold;

  OpenAiParser(AnswerSink sink, boolean keepText) {
    this.sink = sink;
    this.keepText = keepText;
    this.scanner = new ChunkScanner();
  }

  @Override
  public void event(byte[] bytes, int from, int to, EventKind kind, boolean complete) {
    if (ended) {
      return;
    }
    if (kind == EventKind.DATA && template.end(bytes, from, to) == to) {
      content(template.channel(), bytes, template.textFrom(from), template.textTo(to));
      return;
    }
    int start = Json.skipBlanks(bytes, from, to);
    int end = Json.trimBlanks(bytes, start, to);
    if (start == end) {
      return;
    }
    if (kind != EventKind.DATA) {
      sink.error(ErrorText.of(bytes, start, end));
    } else if (isDone(bytes, start, end)) {
      ended = true;
      finished();
      sink.end();
    } else if (scanner.usual(bytes, start, end)) {
      template.learn(bytes, start, end, scanner);
      content(scanner.channel(), bytes, scanner.textFrom(), scanner.textTo());
    } else {
      read(bytes, start, end, complete);
    }
  }

  /// Nothing where texts are kept: they are taken out of each chunk.
  @Override
  public @Nullable ChunkTemplate template() {
    return keepText ? null : template;
  }

  private static boolean isDone(byte[] bytes, int from, int to) {
    int at = bytes[from] == '"' ? from + 1 : from;
    return JsonScan.word(bytes, at, to, "[DONE]") > 0;
  }

  private void content(Channel channel, byte[] bytes, int from, int to) {
    if (!gapTold) {
      gapTold = true;
      usage.contentWithoutUsage();
    }
    if (keepText) {
      sink.text(channel, JsonText.decode(bytes, from, to));
    }
    sink.content(channel, channel == Channel.REASONING, TokenCounts.UNKNOWN);
  }

  private void read(byte[] bytes, int from, int to, boolean complete) {
    try {
      tell(ChunkReader.read(bytes, from, to));
    } catch (JacksonException | ChunkReader.NotAnAnswerException e) {
      if (complete) {
        sink.malformed("an event is no JSON object: " + shown(bytes, from, to));
      }
    }
  }

  private static String shown(byte[] bytes, int from, int to) {
    int end = Math.min(to, from + SHOWN);
    String begin = new String(bytes, from, end - from, StandardCharsets.UTF_8);
    return ErrorText.line(end < to ? begin + "…" : begin);
  }

  private void tell(Chunk chunk) {
    if (chunk.error != null) {
      sink.error(chunk.error);
    }
    int tokens = usage.take(chunk);
    if (chunk.hasContent()) {
      if (keepText) {
        chunk.tellTexts(sink);
      }
      sink.content(chunk.channel(), !chunk.reasoning.isEmpty(), tokens);
    }
    if (chunk.finish != null) {
      sink.finish(chunk.finish);
    }
  }

  @Override
  public void whole(byte[] bytes, int from, int to) {
    int start = Json.skipBlanks(bytes, from, to);
    if (start == to) {
      return;
    }
    if (bytes[start] == '<') {
      sink.malformed("the server answers HTML: " + shown(bytes, start, to));
      return;
    }
    read(bytes, start, to, true);
    finished();
    sink.end();
  }

  @Override
  public void finished() {
    if (usage.seen()) {
      sink.usage(usage.counts());
    }
  }
}
