package dev.goodput.workload.prompt;

import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;

/// A text under construction, up to a target length in units.
final class PromptDraft {
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

  /// Appends the words that make this text unique, with their actual count; appends nothing if they
  /// are too long.
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
