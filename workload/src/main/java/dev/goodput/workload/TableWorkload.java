package dev.goodput.workload;

import dev.goodput.workload.dataset.LengthTable;
import dev.goodput.workload.prompt.PrefixBlocks;
import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A workload of recorded lengths; text is generated.
record TableWorkload(
    String name,
    String title,
    @Nullable String preset,
    LengthTable table,
    String excluded,
    boolean captured)
    implements Workload {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  @Override
  public String summary() {
    StringBuilder text = new StringBuilder(title);
    text.append(
        ": %,d requests, on average %,.0f prompt and %,.0f answer tokens"
            .formatted(table.size(), table.meanInput(), table.meanOutput()));
    if (table.timed()) {
      text.append(", over %,.0f min".formatted(table.spanNanos() / 60e9));
    }
    if (table.tickNanos() > 0) {
      text.append(
          " (ticks of %d s spread)"
              .formatted(Math.round((double) table.tickNanos() / NANOS_PER_SECOND)));
    }
    if (table.blockTokens() > 0) {
      text.append(", prefix blocks of %d tokens".formatted(table.blockTokens()));
    }
    return excluded.isEmpty() ? text.toString() : text + " (" + excluded + ")";
  }

  @Override
  public Optional<String> sloPreset() {
    return Optional.ofNullable(preset);
  }

  @Override
  public boolean timed() {
    return table.timed();
  }

  @Override
  public boolean sharesPrefixes() {
    return table.blockTokens() > 0;
  }

  @Override
  public Optional<WorkloadSize> extent() {
    return Optional.of(new WorkloadSize(table.size(), table.spanNanos(), false));
  }

  @Override
  public SessionSource open(OpenOptions options) {
    return new LengthSource(new TableRowSource(table, name, options), options);
  }

  /// The rows of a table, round after round.
  ///
  /// Each round has its own prefix blocks, so that a second round does not find the first one's
  /// prompts in the server's cache. Its times continue those of the round before.
  private static final class TableRowSource implements RowSource {
    private final LengthTable table;
    private final String name;
    private final OpenOptions options;
    private final RowOrder order;
    private final boolean playTimes;
    private long[] offsets = new long[0];
    private long roundBegin;
    private long round = -1;
    private int place;

    TableRowSource(LengthTable table, String name, OpenOptions options) {
      this.table = table;
      this.name = name;
      this.options = options;
      this.playTimes = table.timed() && options.replay().order() == Replay.Order.RECORDED;
      this.order =
          new RowOrder(
              table.size(), options.replay().order(), options.seed(), table.blockTokens() > 0);
      this.place = table.size();
    }

    @Override
    public @Nullable Row next() {
      if (place == table.size() && !beginRound()) {
        return null;
      }
      int index = place++;
      int row = order.row(index);
      return new Row(
          playTimes ? roundBegin + offsets[index] : SessionPlan.UNTIMED,
          table.inputTokens(row),
          table.outputTokens(row),
          blocks(row),
          name + " row " + (row + 1));
    }

    private boolean beginRound() {
      if (round >= 0 && (options.replay().once() || atOneMoment())) {
        return false;
      }
      round++;
      place = 0;
      order.startRound(round);
      if (playTimes) {
        roundBegin += round == 0 ? 0 : period();
        offsets = table.offsets(RandomStream.of(options.seed(), Purpose.TICKS, round));
      }
      return true;
    }

    /// Returns whether all requests have the same time, which does not show when to start over:
    /// every further round would follow at the same time, without end.
    private boolean atOneMoment() {
      return playTimes && period() == 0;
    }

    /// Returns a round's length: all recorded time, and one mean gap (at least a tick) after the
    /// last request.
    private long period() {
      long meanGap = table.spanNanos() / Math.max(1, table.size() - 1);
      return table.spanNanos() + Math.max(meanGap, table.tickNanos());
    }

    private @Nullable PrefixBlocks blocks(int row) {
      long[] ids = table.blocks(row);
      return ids == null || ids.length == 0
          ? null
          : new PrefixBlocks(RandomStream.mix(options.seed() + round), table.blockTokens(), ids);
    }

    @Override
    public int patience() {
      return table.size();
    }
  }
}
