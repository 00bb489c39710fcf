package dev.goodput.workload;

import dev.goodput.workload.dataset.LengthTable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A workload of recorded lengths; text is generated.
record TableWorkload(
    String name,
    String title,
    @Nullable String preset,
    LengthTable table,
    String leftOut,
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
    return leftOut.isEmpty() ? text.toString() : text + " (" + leftOut + ")";
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
}
