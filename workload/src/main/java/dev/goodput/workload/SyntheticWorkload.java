package dev.goodput.workload;

import dev.goodput.workload.length.LengthDistribution;
import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;
import java.util.Optional;

/// A workload with lengths drawn from distributions: 512 prompt and 128 response tokens by default.
final class SyntheticWorkload implements Workload {
  static final String NAME = "synthetic";

  private static final LengthDistribution INPUT = LengthDistribution.fixed(512);
  private static final LengthDistribution OUTPUT = LengthDistribution.fixed(128);
  private static final int TIMEOUT = 10_000;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "lengths from --input-tokens and --output-tokens, %s and %s tokens unless given"
        .formatted(INPUT.expression(), OUTPUT.expression());
  }

  @Override
  public Optional<String> sloPreset() {
    return Optional.empty();
  }

  @Override
  public boolean timed() {
    return false;
  }

  @Override
  public SessionSource open(OpenOptions options) {
    LengthLimits requested = options.limits();
    LengthDistribution input = requested.input() == null ? INPUT : requested.input();
    LengthDistribution output = requested.output() == null ? OUTPUT : requested.output();
    LengthLimits rest = new LengthLimits(requested.maxModelLen(), null, null);
    return new LengthSource(new Draws(options.seed(), input, output), options.withLimits(rest));
  }

  private static final class Draws implements RowSource {
    private final RandomStream random;
    private final LengthDistribution input;
    private final LengthDistribution output;

    Draws(long seed, LengthDistribution input, LengthDistribution output) {
      this.random = RandomStream.of(seed, Purpose.LENGTHS);
      this.input = input;
      this.output = output;
    }

    @Override
    public Row next() {
      int inputTokens = input.draw(random);
      int outputTokens = output.draw(random);
      return new Row(SessionPlan.UNTIMED, inputTokens, outputTokens, null, NAME);
    }

    @Override
    public int patience() {
      return TIMEOUT;
    }
  }
}
