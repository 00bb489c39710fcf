package dev.goodput.workload.prompt;

import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;
import dev.goodput.workload.tokenizer.PromptCalibration;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes prompts of a wanted length in seeded, natural-looking text; one thread.
///
/// Lengths are prompt tokens as the server counts them, so the text itself is shorter by the
/// overhead (chat template and special tokens). With a tokenizer each text is counted as a whole
/// and its tail mended until it hits its length; with a calibration it hits it on average. No two
/// texts of a seed begin alike, unless they share prefix blocks.
public final class PromptWriter {
  private static final int REPAIRS = 4;

  /// Of 60,000 seeds the one whose two probes are most like the average text in five ways of
  /// counting: a probe of 240 words drawn blindly is 2 % off, these are 0.4 %.
  private static final long PROBE_SEED = 15_082;

  private static final int SHORT_PROBE = 24;
  private static final int LONG_PROBE = 240;

  private final Units units;
  private final int overheadTokens;
  private final String description;
  private final boolean writes;
  private final Spotcheck spotcheck = new Spotcheck();
  private @Nullable SentencePool pool;
  private @Nullable Opening opening;

  private PromptWriter(Units units, int overheadTokens, String description) {
    this(units, overheadTokens, description, true);
  }

  private PromptWriter(Units units, int overheadTokens, String description, boolean writes) {
    this.units = units;
    this.overheadTokens = overheadTokens;
    this.description = description;
    this.writes = writes;
  }

  /// Counts with a tokenizer; `overheadTokens` is what the server adds to every prompt.
  public static PromptWriter exact(Tokenizer tokenizer, int overheadTokens) {
    return new PromptWriter(
        new Units.Tokens(tokenizer), overheadTokens, "tokenizer " + tokenizer.name());
  }

  /// Counts words, of which each costs what the server was seen to count.
  public static PromptWriter calibrated(PromptCalibration calibration) {
    return new PromptWriter(
        new Units.Words(calibration),
        calibration.overheadTokens(),
        "estimated at %.3f tokens a word".formatted(calibration.tokensPerWord()));
  }

  /// Counts with a tokenizer, and learns the server's overhead from what it named for [#probes()]:
  /// the mean difference to our own count. Without samples the overhead stays a guess.
  public static PromptWriter exact(Tokenizer tokenizer, List<PromptCalibration.Sample> probed) {
    double overhead =
        probed.stream()
            .mapToInt(probe -> probe.promptTokens() - tokenizer.count(probe(probe.words())))
            .average()
            .orElse(PromptCalibration.DEFAULT.overheadTokens());
    return exact(tokenizer, (int) Math.max(0, Math.round(overhead)));
  }

  /// What to ask a server before a run, so that the prompt tokens it names tell the cost of a word
  /// and the overhead: a short and a longer text of the kind that prompts are made of.
  public static List<String> probes() {
    return List.of(probe(SHORT_PROBE), probe(LONG_PROBE));
  }

  /// Text of exactly so many words, always the same.
  static String probe(int words) {
    return calibrated(new PromptCalibration(1, 0)).write(PROBE_SEED, words, words);
  }

  /// One that counts alike and whose prompts are empty, for whoever looks at a workload's times and
  /// lengths and asks nothing.
  public PromptWriter withoutText() {
    return new PromptWriter(units, overheadTokens, description, false);
  }

  /// How lengths are counted, in words.
  public String description() {
    return description;
  }

  /// Whether lengths are counted by a tokenizer.
  public boolean exact() {
    return units.countable();
  }

  /// Tokens of a text by itself, without the overhead.
  public int count(String text) {
    return units.tokens(text);
  }

  /// What the server adds to every prompt.
  public int overheadTokens() {
    return overheadTokens;
  }

  /// The text of request `item`, `promptTokens` long with the overhead.
  public String write(long seed, long item, int promptTokens) {
    if (!writes) {
      return "";
    }
    Draft draft = new Draft(units, pool(), opening(), target(promptTokens));
    draft.open(seed, item);
    return finish(draft, RandomStream.of(seed, Purpose.TEXT, item));
  }

  /// A text made of shared blocks, `promptTokens` long with the overhead.
  public String write(PrefixBlocks blocks, int promptTokens) {
    if (!writes) {
      return "";
    }
    int left = target(promptTokens);
    Draft draft = new Draft(units, pool(), opening(), left);
    int last = 0;
    int begin = 0;
    int end = end(blocks, 0);
    while (last < blocks.ids().length - 1 && end < left) {
      draft.block(blocks.seed(), blocks.ids()[last], end - begin);
      last++;
      begin = end;
      end = end(blocks, last);
    }
    draft.open(~blocks.seed(), blocks.ids()[last]);
    return finish(draft, RandomStream.of(blocks.seed(), Purpose.BLOCKS, blocks.ids()[last]));
  }

  /// Where a block ends, in units: words are not rounded block by block, which would add up.
  private int end(PrefixBlocks blocks, int block) {
    return units.ofTokens(Math.multiplyExact(blocks.tokens(), block + 1));
  }

  /// A few words that no other item of the seed has, to put before a text.
  public String unlike(long seed, long item) {
    StringBuilder text = new StringBuilder();
    opening().append(text, seed, item, Integer.MAX_VALUE);
    return text.append(".\n").toString();
  }

  private String finish(Draft draft, RandomStream random) {
    draft.fill(random);
    return units.countable() && spotcheck.due() ? mended(draft, random) : draft.text();
  }

  /// Counts the whole text and writes its tail anew while it misses its length.
  private String mended(Draft draft, RandomStream random) {
    String text = draft.text();
    int excess = units.count(text) - draft.target();
    spotcheck.found(excess == 0);
    for (int i = 0; i < REPAIRS && excess != 0; i++) {
      draft.refill(excess, random);
      text = draft.text();
      excess = units.count(text) - draft.target();
    }
    return text;
  }

  private int target(int promptTokens) {
    return Math.max(1, units.ofTokens(promptTokens - overheadTokens));
  }

  private SentencePool pool() {
    SentencePool made = pool;
    if (made == null) {
      made = new SentencePool(units);
      pool = made;
    }
    return made;
  }

  private Opening opening() {
    Opening made = opening;
    if (made == null) {
      made = new Opening(pool().openingWords(), units);
      opening = made;
    }
    return made;
  }
}
