package dev.goodput.observe.export;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A queue that never makes whoever adds to it wait: what finds it full is turned away. Many add,
/// one takes.
final class Backlog<T> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition worthwhile = lock.newCondition();
  private final ArrayDeque<T> waiting = new ArrayDeque<>();
  private final int room;
  private final int most;
  private boolean closed;

  /// @param room how many may wait
  /// @param most how many are taken at once
  Backlog(int room, int most) {
    this.room = room;
    this.most = most;
  }

  /// Adds one; false where there is no room, or the queue is closed.
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

  /// Takes as many as belong together: waits until there are so many, or for a time, or until the
  /// queue is closed.
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

  /// Leaves all that waits; tells how many those were.
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

  /// Takes nothing more in.
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
