package dev.goodput.workload;

import dev.goodput.workload.length.LengthDistribution;
import dev.goodput.workload.prompt.Message;
import dev.goodput.workload.prompt.PrefixBlocks;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A source of sessions with generated text of the lengths in a [RowSource].
final class LengthSource implements SessionSource {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final RowSource rowSource;
  private final OpenOptions options;
  private final PromptWriter writer;
  private final long textSeed;
  private final RandomStream lengths;
  private final RandomStream shapes;
  private final SkipCounter skips;
  private long sessions;
  private long texts;

  LengthSource(RowSource rowSource, OpenOptions options) {
    this.rowSource = rowSource;
    this.options = options;
    this.writer = options.prompts();
    this.textSeed = options.textSeed();
    this.lengths = RandomStream.of(options.seed(), Purpose.LENGTHS);
    this.shapes = RandomStream.of(options.seed(), Purpose.SESSIONS);
    this.skips = new SkipCounter(options.limits().maxModelLen());
  }

  @Override
  public @Nullable SessionPlan next() {
    for (int missed = 0; missed <= rowSource.patience(); missed++) {
      List<RowSource.Row> rows = rows();
      if (rows.isEmpty()) {
        skips.requireAny(sessions);
        return null;
      }
      if (fits(rows)) {
        return plan(rows);
      }
    }
    throw skips.nothingFits();
  }

  @Override
  public SkippedRequests skipped() {
    return skips.skipped();
  }

  /// Returns the requests of the next session; empty at the end of the feed.
  private List<RowSource.Row> rows() {
    SessionShape shape = options.shape();
    int turns = Math.max(1, shape.turns().draw(shapes));
    List<RowSource.Row> rows = new ArrayList<>(turns);
    for (int i = 0; i < turns; i++) {
      RowSource.Row row = rowSource.next();
      if (row == null) {
        break;
      }
      rows.add(overridden(row));
    }
    return rows;
  }

  private RowSource.Row overridden(RowSource.Row row) {
    LengthDistribution input = options.limits().input();
    LengthDistribution output = options.limits().output();
    if (input == null && output == null) {
      return row;
    }
    return new RowSource.Row(
        row.offsetNanos(),
        input == null ? row.inputTokens() : input.draw(lengths),
        output == null ? row.outputTokens() : output.draw(lengths),
        input == null ? row.blocks() : null,
        row.label());
  }

  private boolean fits(List<RowSource.Row> rows) {
    long context = 0;
    for (RowSource.Row row : rows) {
      long prompt = (cumulative() ? context : 0) + row.inputTokens();
      if (!skips.accepts(prompt, row.outputTokens(), row.label(), rows.size())) {
        return false;
      }
      context = prompt + row.outputTokens();
    }
    return true;
  }

  private boolean cumulative() {
    return options.shape().history() == HistoryMode.CUMULATIVE;
  }

  private SessionPlan plan(List<RowSource.Row> rows) {
    List<TurnPlan> turns = new ArrayList<>(rows.size());
    int context = 0;
    for (RowSource.Row row : rows) {
      String text = text(row);
      int prompt = (cumulative() ? context : 0) + row.inputTokens();
      long think = turns.isEmpty() ? 0 : thinkNanos();
      List<Message> messages = List.of(new Message("user", text));
      turns.add(new TurnPlan(messages, text, prompt, row.outputTokens(), think, null));
      context = prompt + row.outputTokens();
    }
    long offset = rows.getFirst().offsetNanos();
    return new SessionPlan(sessions++, offset, options.shape().history(), turns);
  }

  private long thinkNanos() {
    return Math.max(0, options.shape().thinkMillis().draw(shapes)) * NANOS_PER_MILLI;
  }

  private String text(RowSource.Row row) {
    PrefixBlocks blocks = row.blocks();
    long item = texts++;
    if (blocks == null || options.cacheBust() != null) {
      return writer.write(textSeed, item, row.inputTokens());
    }
    return writer.write(blocks, row.inputTokens());
  }
}
