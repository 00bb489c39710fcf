package dev.goodput.workload.prompt;

import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;
import dev.goodput.workload.tokenizer.PromptCalibration;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A writer of prompts of a given length in seeded, natural-looking text; for one thread.
///
/// Lengths are prompt tokens as the server counts them, so the text itself is shorter by the
/// overhead (chat template and special tokens). With a tokenizer each text is counted as a whole
/// and its tail adjusted until the length is exact; with a calibration the length is right on
/// average. No two texts of a seed start alike, unless they share prefix blocks.
public final class PromptWriter {
  private static final int REPAIRS = 4;

  /// Of 60,000 seeds, the one whose two probes are most similar to the average text in five ways of
  /// counting: a probe of 240 randomly drawn words is 2 % off, these are 0.4 %.
  private static final long PROBE_SEED = 15_082;

  private static final int SHORT_PROBE = 24;
  private static final int LONG_PROBE = 240;

  private final TextUnit units;
  private final int overheadTokens;
  private final String description;
  private final boolean writes;
  private final RecountPolicy spotcheck = new RecountPolicy();
  private @Nullable SentencePool pool;
  private @Nullable UniquePrefix opening;

  private PromptWriter(TextUnit units, int overheadTokens, String description) {
    this(units, overheadTokens, description, true);
  }

  private PromptWriter(TextUnit units, int overheadTokens, String description, boolean writes) {
    this.units = units;
    this.overheadTokens = overheadTokens;
    this.description = description;
    this.writes = writes;
  }

  /// Returns a writer that counts with a tokenizer; `overheadTokens` is what the server adds to
  /// every prompt.
  public static PromptWriter exact(Tokenizer tokenizer, int overheadTokens) {
    return new PromptWriter(
        new TextUnit.Tokens(tokenizer), overheadTokens, "tokenizer " + tokenizer.name());
  }

  /// Returns a writer that counts words, at the calibrated cost of a word on the server.
  public static PromptWriter calibrated(PromptCalibration calibration) {
    return new PromptWriter(
        new TextUnit.Words(calibration),
        calibration.overheadTokens(),
        "estimated at %.3f tokens a word".formatted(calibration.tokensPerWord()));
  }

  /// Returns a writer that counts with a tokenizer, and derives the server's overhead from its
  /// usage for [#probes()]: the mean difference to our own count. Without samples the overhead is a
  /// guess.
  public static PromptWriter exact(Tokenizer tokenizer, List<PromptCalibration.Sample> probed) {
    double overhead =
        probed.stream()
            .mapToInt(probe -> probe.promptTokens() - tokenizer.count(probe(probe.words())))
            .average()
            .orElse(PromptCalibration.DEFAULT.overheadTokens());
    return exact(tokenizer, (int) Math.max(0, Math.round(overhead)));
  }

  /// Returns the prompts to send to a server before a run, so that its usage shows the cost of a
  /// word and the overhead: a short and a longer text like those of generated prompts.
  public static List<String> probes() {
    return List.of(probe(SHORT_PROBE), probe(LONG_PROBE));
  }

  /// Returns a text of exactly the given number of words, always the same.
  static String probe(int words) {
    return calibrated(new PromptCalibration(1, 0)).write(PROBE_SEED, words, words);
  }

  /// Returns a writer that counts alike but whose prompts are empty, for reading a workload's times
  /// and lengths without sending it.
  public PromptWriter withoutText() {
    return new PromptWriter(units, overheadTokens, description, false);
  }

  /// Returns a description of how lengths are counted.
  public String description() {
    return description;
  }

  /// Returns whether lengths are counted by a tokenizer.
  public boolean exact() {
    return units.countable();
  }

  /// Returns the tokens of a text, without the overhead.
  public int count(String text) {
    return units.tokens(text);
  }

  /// Returns the tokens that the server adds to every prompt.
  public int overheadTokens() {
    return overheadTokens;
  }

  /// Returns the text of request `item`, `promptTokens` long including the overhead.
  public String write(long seed, long item, int promptTokens) {
    if (!writes) {
      return "";
    }
    PromptDraft draft = new PromptDraft(units, pool(), opening(), target(promptTokens));
    draft.open(seed, item);
    return finish(draft, RandomStream.of(seed, Purpose.TEXT, item));
  }

  /// Returns a text made of shared blocks, `promptTokens` long including the overhead.
  public String write(PrefixBlocks blocks, int promptTokens) {
    if (!writes) {
      return "";
    }
    int left = target(promptTokens);
    PromptDraft draft = new PromptDraft(units, pool(), opening(), left);
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

  /// Returns where a block ends, in units. Blocks are not rounded one by one, because the errors
  /// would accumulate.
  private int end(PrefixBlocks blocks, int block) {
    return units.ofTokens(Math.multiplyExact(blocks.tokens(), block + 1));
  }

  /// Returns a few words that no other item of the seed has, to put before a text.
  public String unlike(long seed, long item) {
    StringBuilder text = new StringBuilder();
    opening().append(text, seed, item, Integer.MAX_VALUE);
    return text.append(".\n").toString();
  }

  private String finish(PromptDraft draft, RandomStream random) {
    draft.fill(random);
    return units.countable() && spotcheck.due() ? adjusted(draft, random) : draft.text();
  }

  /// Counts the whole text and rewrites its tail until its length is right, at most [#REPAIRS]
  /// times.
  private String adjusted(PromptDraft draft, RandomStream random) {
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

  private UniquePrefix opening() {
    UniquePrefix made = opening;
    if (made == null) {
      made = new UniquePrefix(pool().openingWords(), units);
      opening = made;
    }
    return made;
  }

  /// A text under construction, up to a target length in units.
  private static final class PromptDraft {
    private final TextUnit units;
    private final SentencePool pool;
    private final UniquePrefix opening;
    private final int target;
    private final StringBuilder text = new StringBuilder();
    private int left;
    private int tailBegin;
    private int tailLeft;

    PromptDraft(TextUnit units, SentencePool pool, UniquePrefix opening, int target) {
      this.units = units;
      this.pool = pool;
      this.opening = opening;
      this.target = target;
      this.left = target;
    }

    int target() {
      return target;
    }

    String text() {
      return text.toString();
    }

    /// Appends the words that make this text unique, with their actual count; appends nothing if
    /// they are too long.
    void open(long seed, long item) {
      int begin = text.length();
      int used = opening.append(text, seed, item, left);
      if (left - used >= pool.stopUnits()) {
        text.append('.');
      }
      String piece = text.substring(begin);
      int cost = begin == 0 ? units.count(piece) : units.following(piece);
      if (cost > left) {
        text.setLength(begin);
      } else {
        left -= cost;
      }
    }

    /// Appends a whole shared block.
    void block(long seed, long id, int units) {
      int after = left - units;
      left = units;
      open(~seed, id);
      fill(RandomStream.of(seed, Purpose.BLOCKS, id));
      left = after;
    }

    /// Appends sentences up to the target length.
    void fill(RandomStream random) {
      while (left > 2 * pool.longest()) {
        append(pool.any(random));
      }
      tailBegin = text.length();
      tailLeft = left;
      tail(random);
    }

    /// Rewrites the tail, shortened by the excess that counting the whole text showed.
    void refill(int excess, RandomStream random) {
      text.setLength(tailBegin);
      tailLeft = Math.max(0, tailLeft - excess);
      left = tailLeft;
      tail(random);
    }

    private void tail(RandomStream random) {
      while (left >= pool.shortest()) {
        int fitting = pool.exactly(left, random);
        if (fitting < 0) {
          fitting = pool.any(random);
          if (pool.units(fitting) > left) {
            break;
          }
        }
        append(fitting);
      }
      while (left > 0) {
        append(pool.filler(random), 1);
      }
    }

    private void append(int sentence) {
      append(pool.sentence(sentence), pool.units(sentence));
    }

    private void append(String piece, int units) {
      text.append(piece);
      left -= units;
    }
  }
}
