package dev.goodput.runner.signals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.goodput.lab.VirtualTarget;
import dev.goodput.record.LevelEnded.Ending;
import dev.goodput.runner.ExitCode;
import dev.goodput.simulator.profile.EngineProfile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterruptsTest {
  private final StringWriter message = new StringWriter();
  private final List<ExitCode> ended = new ArrayList<>();
  private final Interrupts interrupts =
      new Interrupts(new PrintWriter(message, true), false, _ -> {}, ended::add);

  @Test
  void endTheProcessWithAMessageBeforeTheLoadStarts() {
    interrupts.onSignal(ExitCode.TERMINATED);

    assertThat(ended).containsExactly(ExitCode.TERMINATED);
    assertThat(message.toString().lines())
        .containsExactly("goodput: interrupted before the load started; nothing was measured");
  }

  @Test
  void endTheProcessThoughItsFilesCannotBeWritten() {
    Interrupts untold =
        new Interrupts(
            new PrintWriter(message, true),
            false,
            _ -> {
              throw new IllegalStateException("no file can be written");
            },
            ended::add);
    assertThatIllegalStateException().isThrownBy(() -> untold.onSignal(ExitCode.INTERRUPTED));

    assertThat(ended).containsExactly(ExitCode.INTERRUPTED);
  }

  @Test
  void drainOnceAndThenStop() {
    try (VirtualTarget target = new VirtualTarget(EngineProfile.parse("h100/llama-3.1-8b"))) {
      interrupts.loadStarted(target);
      interrupts.onSignal(ExitCode.INTERRUPTED);
      assertThat(target.interrupted()).extracting("ending").isEqualTo(Ending.DRAINED);
      interrupts.onSignal(ExitCode.TERMINATED);
      assertThat(target.interrupted()).extracting("ending").isEqualTo(Ending.STOPPED);
      assertThat(interrupts.reportStarted()).contains(ExitCode.INTERRUPTED);
    }
    assertThat(ended).isEmpty();
    assertThat(message.toString()).isEmpty();
  }

  @Test
  void endTheProcessWhileTheReportIsMade() {
    try (VirtualTarget target = new VirtualTarget(EngineProfile.parse("h100/llama-3.1-8b"))) {
      interrupts.loadStarted(target);
      interrupts.reportStarted();
      interrupts.onSignal(ExitCode.TERMINATED);
    }
    assertThat(ended).containsExactly(ExitCode.TERMINATED);
    assertThat(message.toString().lines())
        .containsExactly("goodput: interrupted while the report was made");
  }

  @Test
  void waitForAnAtomicStep() throws InterruptedException {
    Thread signal = new Thread(() -> interrupts.onSignal(ExitCode.TERMINATED));
    interrupts.uninterrupted(() -> {
      signal.start();
      while (signal.getState() != Thread.State.BLOCKED) {
        assertThat(signal.isAlive()).isTrue();
        Thread.onSpinWait();
      }
      assertThat(ended).isEmpty();
    });
    signal.join();

    assertThat(ended).containsExactly(ExitCode.TERMINATED);
  }

  @Test
  void changeNothingOnceTheReportIsMade() {
    try (VirtualTarget target = new VirtualTarget(EngineProfile.parse("h100/llama-3.1-8b"))) {
      interrupts.loadStarted(target);
      assertThat(interrupts.reportStarted()).isEmpty();
      interrupts.finish(() -> {});
      interrupts.onSignal(ExitCode.INTERRUPTED);
      interrupts.onSignal(ExitCode.TERMINATED);
    }
    assertThat(ended).isEmpty();
    assertThat(message.toString()).isEmpty();
  }

  @Test
  void changeNothingOnceTheFilesSayWhatEndedTheBenchBeforeLoad() {
    interrupts.finish(() -> {});
    interrupts.onSignal(ExitCode.TERMINATED);

    assertThat(ended).isEmpty();
    assertThat(message.toString()).isEmpty();
  }

  @Test
  void endTheReportOfARunThatWasInterruptedNotAtTheFirstAttempt() {
    try (VirtualTarget target = new VirtualTarget(EngineProfile.parse("h100/llama-3.1-8b"))) {
      interrupts.loadStarted(target);
      interrupts.onSignal(ExitCode.INTERRUPTED);
      interrupts.reportStarted();
      interrupts.onSignal(ExitCode.TERMINATED);
      assertThat(ended).isEmpty();
      assertThat(message.toString()).contains("again to exit without it").hasLineCount(1);
      interrupts.onSignal(ExitCode.TERMINATED);
    }
    assertThat(ended).containsExactly(ExitCode.INTERRUPTED);
  }
}
