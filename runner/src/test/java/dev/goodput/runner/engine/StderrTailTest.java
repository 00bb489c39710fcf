package dev.goodput.runner.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StderrTailTest {
  @Test
  void keepsTheLastFiveLines() throws Exception {
    Process child = new ProcessBuilder("sh", "-c", "seq 1 9 >&2").start();
    assertThat(new StderrTail(child.getErrorStream()).lastLines()).isEqualTo("5; 6; 7; 8; 9");
    child = new ProcessBuilder("true").start();
    assertThat(new StderrTail(child.getErrorStream()).lastLines()).isEqualTo("it printed nothing");
  }

  /// Starts more silent children than there are processors.
  @Test
  @Tag("fault")
  void keepsNoVirtualThreadFromRunningWhileChildrenAreSilent() throws Exception {
    List<Process> children = new ArrayList<>();
    try {
      for (int i = 0; i <= 2 * Runtime.getRuntime().availableProcessors(); i++) {
        Process child = new ProcessBuilder("cat").start();
        children.add(child);
        StderrTail _ = new StderrTail(child.getErrorStream());
      }
      CountDownLatch ran = new CountDownLatch(100);
      for (int i = 0; i < 100; i++) {
        Thread.ofVirtual().start(ran::countDown);
      }
      assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
    } finally {
      children.forEach(Process::destroy);
    }
  }
}
