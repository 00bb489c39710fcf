package dev.goodput.validation.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/// Runs trials in parallel and reports progress.
///
/// @param threads that run them
/// @param progress receives progress lines, on the calling thread
record Trials(int threads, Consumer<String> progress) {

  /// The results of so many trials, in their order, whatever the threads.
  ///
  /// @throws IllegalStateException where the calling thread is interrupted
  <T> List<T> run(String what, int count, IntFunction<T> trial) {
    progress.accept("%s: %,d to run".formatted(what, count));
    ExecutorService workers = Executors.newFixedThreadPool(threads);
    try {
      List<Future<T>> running = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int index = i;
        running.add(workers.submit(() -> trial.apply(index)));
      }
      return collected(what, running);
    } finally {
      workers.shutdownNow();
    }
  }

  private <T> List<T> collected(String what, List<Future<T>> running) {
    List<T> results = new ArrayList<>();
    int reported = 0;
    for (Future<T> each : running) {
      results.add(get(each));
      int tenths = 10 * results.size() / running.size();
      if (tenths > reported && running.size() >= 50) {
        reported = tenths;
        progress.accept("%s: %,d of %,d".formatted(what, results.size(), running.size()));
      }
    }
    return results;
  }

  private static <T> T get(Future<T> result) {
    try {
      return result.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed.getCause());
    }
  }
}
