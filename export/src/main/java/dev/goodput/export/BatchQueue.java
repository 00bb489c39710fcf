package dev.goodput.export;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A bounded queue whose producers never wait: when it is full, items are rejected. Many producers,
/// one consumer.
final class BatchQueue<T> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition worthwhile = lock.newCondition();
  private final ArrayDeque<T> waiting = new ArrayDeque<>();
  private final int room;
  private final int most;
  private boolean closed;

  /// @param room the capacity
  /// @param most the largest number of items taken at once
  BatchQueue(int room, int most) {
    this.room = room;
    this.most = most;
  }

  /// Adds an item; returns false if the queue is full or closed.
  boolean offer(T item) {
    lock.lock();
    try {
      if (closed || waiting.size() >= room) {
        return false;
      }
      waiting.addLast(item);
      if (waiting.size() == most) {
        worthwhile.signal();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Takes a batch. Waits until the batch is full, the time is over, or the queue is closed.
  List<T> take(long waitNanos) throws InterruptedException {
    lock.lock();
    try {
      long left = waitNanos;
      while (waiting.size() < most && !closed && left > 0) {
        left = worthwhile.awaitNanos(left);
      }
      List<T> taken = new ArrayList<>();
      while (taken.size() < most && !waiting.isEmpty()) {
        taken.add(waiting.removeFirst());
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  boolean closed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /// Discards all waiting items and returns their number.
  int clear() {
    lock.lock();
    try {
      int left = waiting.size();
      waiting.clear();
      return left;
    } finally {
      lock.unlock();
    }
  }

  /// Closes the queue for new items.
  void close() {
    lock.lock();
    try {
      closed = true;
      worthwhile.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
