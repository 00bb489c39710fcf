package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.sse.EventKind;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// A parser of answers whose events are JSON objects, streamed or not, in all variations that
/// servers are known to send.
///
/// It tries three methods in turn: the template of the last typical event, a scan of the bytes
/// (both only for dialects whose events mostly differ in their text), and a full parser.
final class EventParser implements AnswerParser {
  private static final int MAX_QUOTED = 80;

  private final AnswerSink sink;
  private final boolean keepText;
  private final EventReader reader;
  private final @Nullable EventScanner scanner;
  private final ChunkTemplate template;
  private final boolean lines;
  private final UsageTracker usage = new UsageTracker();
  private String name = "";
  private boolean ended;
  private boolean gapReported;

  private EventParser(
      AnswerSink sink,
      boolean keepText,
      EventReader reader,
      @Nullable EventScanner scanner,
      String before,
      boolean lines) {
    this.sink = sink;
    this.keepText = keepText;
    this.reader = reader;
    this.scanner = scanner;
    this.template = new ChunkTemplate(before);
    this.lines = lines;
  }

  /// Returns a parser that reads each event with a full JSON parser.
  static EventParser of(AnswerSink sink, boolean keepText, EventReader reader) {
    return new EventParser(sink, keepText, reader, null, "", false);
  }

  /// Returns a parser that reads each line of a stream with a full JSON parser.
  static EventParser ofLines(AnswerSink sink, boolean keepText, EventReader reader) {
    return new EventParser(sink, keepText, reader, null, "", true);
  }

  /// Returns a parser that recognizes typical events by their bytes.
  ///
  /// @param before bytes before the JSON of a typical event
  static EventParser scanning(
      AnswerSink sink, boolean keepText, EventReader reader, EventScanner scanner, String before) {
    return new EventParser(sink, keepText, reader, scanner, before, false);
  }

  @Override
  public void name(String type) {
    name = type;
  }

  @Override
  public void event(byte[] bytes, int from, int to, EventKind kind, boolean complete) {
    String type = name;
    name = "";
    if (ended && !reader.mayContinueAfterEnd()) {
      return;
    }
    if (kind == EventKind.DATA && template.end(bytes, from, to) == to) {
      content(template.channel(), bytes, template.textFrom(), template.textTo());
      return;
    }
    int start = Json.skipBlanks(bytes, from, to);
    int end = Json.trimBlanks(bytes, start, to);
    if (kind != EventKind.DATA) {
      sink.error(start == end ? "error" : ErrorText.of(bytes, start, end));
      return;
    }
    if (start == end) {
      return;
    }
    if (isDone(bytes, start, end)) {
      end();
    } else if (scanner != null && scanner.matches(bytes, start, end)) {
      template.learn(bytes, start, end, scanner);
      content(scanner.channel(), bytes, scanner.textFrom(), scanner.textTo());
    } else {
      read(bytes, start, end, type, complete);
    }
  }

  private void end() {
    if (!ended || reader.mayContinueAfterEnd()) {
      ended = true;
      finished();
      sink.end();
    }
  }

  /// Returns null if texts are kept, because they must be extracted from each chunk.
  @Override
  public @Nullable ChunkTemplate template() {
    return keepText || scanner == null ? null : template;
  }

  @Override
  public boolean isJsonLines() {
    return lines;
  }

  private static boolean isDone(byte[] bytes, int from, int to) {
    int at = bytes[from] == '"' ? from + 1 : from;
    return JsonScan.literal(bytes, at, to, "[DONE]") > 0;
  }

  private void content(Channel channel, byte[] bytes, int from, int to) {
    if (!gapReported) {
      gapReported = true;
      usage.contentWithoutUsage();
    }
    if (keepText) {
      sink.text(channel, JsonText.decode(bytes, from, to));
    }
    sink.content(channel, channel == Channel.REASONING, TokenCounts.UNKNOWN);
  }

  private void read(byte[] bytes, int from, int to, String type, boolean complete) {
    try {
      Chunk chunk = Chunk.read(bytes, from, to, reader, type);
      if (chunk.failed && chunk.error == null) {
        chunk.error = ErrorText.of(bytes, from, to);
      }
      report(chunk);
    } catch (JacksonException | Chunk.NotAnAnswerException e) {
      if (complete) {
        sink.malformed("an event is no JSON object: " + quoted(bytes, from, to));
      }
    }
  }

  private static String quoted(byte[] bytes, int from, int to) {
    int end = Math.min(to, from + MAX_QUOTED);
    String begin = new String(bytes, from, end - from, StandardCharsets.UTF_8);
    return ErrorText.line(end < to ? begin + "…" : begin);
  }

  private void report(Chunk chunk) {
    if (chunk.error != null) {
      sink.error(chunk.error);
    }
    int tokens = usage.take(chunk);
    if (chunk.hasContent()) {
      if (keepText) {
        chunk.sendTexts(sink);
      }
      int known = chunk.tokens >= 0 ? chunk.tokens : tokens;
      sink.content(chunk.channel(), !chunk.reasoning.isEmpty(), known);
    }
    if (chunk.finish != null) {
      sink.finish(chunk.finish);
    }
    if (chunk.end) {
      end();
    }
  }

  @Override
  public void wholeBody(byte[] bytes, int from, int to) {
    int start = Json.skipBlanks(bytes, from, to);
    if (start == to) {
      return;
    }
    if (bytes[start] == '<') {
      sink.malformed("the server answers HTML: " + quoted(bytes, start, to));
      return;
    }
    read(bytes, start, to, "", true);
    if (!ended) {
      end();
    }
  }

  @Override
  public void finished() {
    if (usage.seen()) {
      sink.usage(usage.counts());
    }
  }

  /// The usage of one answer as reported by the server. Values are cumulative, and the last one
  /// counts. If every content chunk has a value, the differences give the tokens of each chunk.
  ///
  /// If several choices end with a usage each and no total follows, the sum over the choices
  /// counts.
  private static final class UsageTracker {
    private final Usage last = new Usage();
    private @Nullable Map<Integer, Usage> finished;
    private @Nullable Map<Integer, Integer> lastOutputs;
    private boolean seen;
    private boolean gaps;

    /// Handles a content event without usage.
    void contentWithoutUsage() {
      gaps = true;
    }

    /// Handles a chunk. Returns the tokens of its content, [TokenCounts#UNKNOWN] if unknown.
    int take(Chunk chunk) {
      Usage usage = chunk.usage;
      if (usage == null) {
        gaps |= chunk.hasContent();
        return TokenCounts.UNKNOWN;
      }
      seen = true;
      last.update(usage);
      if (chunk.choices == 0) {
        finished = null;
      } else if (chunk.choices == 1 && chunk.finish != null) {
        finished(chunk.index, usage);
      }
      return chunk.hasContent() ? difference(chunk, usage) : TokenCounts.UNKNOWN;
    }

    private void finished(int index, Usage usage) {
      Map<Integer, Usage> map = finished;
      if (map == null) {
        map = new TreeMap<>();
        finished = map;
      }
      map.put(index, usage);
    }

    /// Returns the tokens of this content by difference. If content has no count, or a count of
    /// zero, which is impossible, its tokens are unknown, and so are those of all later content.
    private int difference(Chunk chunk, Usage usage) {
      if (gaps || chunk.choices != 1 || usage.output <= 0) {
        gaps = true;
        return TokenCounts.UNKNOWN;
      }
      Map<Integer, Integer> map = lastOutputs;
      if (map == null) {
        map = new TreeMap<>();
        lastOutputs = map;
      }
      Integer before = map.put(chunk.index, usage.output);
      int tokens = usage.output - (before == null ? 0 : before);
      return tokens >= 0 ? tokens : TokenCounts.UNKNOWN;
    }

    /// Whether the server reported any usage.
    boolean seen() {
      return seen;
    }

    TokenCounts counts() {
      Map<Integer, Usage> each = finished;
      if (each == null || each.size() < 2) {
        return last.counts();
      }
      Usage all = each.values().stream().reduce(Usage::plus).orElse(last);
      return TokenCounts.ofUsage(
          all.input, all.output, last.reasoning, last.cachedInput, last.rejectedDraft);
    }
  }
}
