package dev.goodput.workload;

import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;

/// The order of the rows of a finite workload.
final class RowOrder {
  private final int size;
  private final Replay.Order order;
  private final long seed;
  private final boolean neighboursMatter;
  private int[] shuffled = new int[0];
  private int start;

  /// Creates an order; `neighboursMatter` keeps rows in their order and draws only the first row.
  RowOrder(int size, Replay.Order order, long seed, boolean neighboursMatter) {
    this.size = size;
    this.order = order;
    this.seed = seed;
    this.neighboursMatter = neighboursMatter;
  }

  /// Prepares a round, from 0.
  void startRound(long round) {
    RandomStream random = RandomStream.of(seed, Purpose.ORDER, round);
    switch (order) {
      case RECORDED -> start = 0;
      case SHUFFLED -> {
        if (neighboursMatter) {
          start = random.nextInt(size);
        } else {
          shuffle(random);
        }
      }
    }
  }

  private void shuffle(RandomStream random) {
    shuffled = new int[size];
    for (int i = 0; i < size; i++) {
      int j = random.nextInt(i + 1);
      shuffled[i] = shuffled[j];
      shuffled[j] = i;
    }
  }

  /// Returns the row at an index of the round.
  int row(int place) {
    return shuffled.length > 0 ? shuffled[place] : (start + place) % size;
  }
}
