package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.traffic.Coalescing.Cause;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Tests with invented streams of each kind.
class CoalescingDetectorTest {
  private static final long MILLI = 1_000_000;
  private static final int STREAMS = 12;

  /// Generates the event times and sizes of a stream from a seed and passes the reads to the
  /// detector.
  private interface Hop {
    void pass(long[] nanos, int[] bytes, CoalescingDetector detector);
  }

  private static Coalescing verdict(double gapMs, double jitterMs, Hop hop) {
    CoalescingDetector detector = new CoalescingDetector();
    Random random = new Random(11);
    for (int stream = 0; stream < STREAMS; stream++) {
      long[] nanos = new long[200];
      int[] bytes = new int[nanos.length];
      double at = 100 + random.nextInt(50);
      for (int i = 0; i < nanos.length; i++) {
        nanos[i] = Math.round(at * MILLI);
        bytes[i] = 230 + random.nextInt(12);
        at += gapMs + (random.nextDouble() * 2 - 1) * jitterMs;
      }
      detector.begin(0);
      hop.pass(nanos, bytes, detector);
      detector.end();
    }
    return detector.verdict();
  }

  private static void direct(long[] nanos, int[] bytes, CoalescingDetector detector) {
    for (int i = 0; i < nanos.length; i++) {
      detector.read(nanos[i], 1, bytes[i]);
    }
  }

  /// Releases at each time step what arrived in it.
  private static Hop steps(double stepMs) {
    return (nanos, bytes, detector) -> {
      detector.read(nanos[0], 1, CoalescingDetector.UNKNOWN);
      int from = 1;
      for (long step = nanos[0]; from < nanos.length; step += Math.round(stepMs * MILLI)) {
        int until = from;
        while (until < nanos.length && nanos[until] <= step) {
          until++;
        }
        if (until > from) {
          detector.read(step, until - from, CoalescingDetector.UNKNOWN);
        }
        from = until;
      }
    };
  }

  /// Releases whole buffers.
  private static Hop buffers(int size, boolean counted) {
    return (nanos, bytes, detector) -> {
      long held = 0;
      int events = 0;
      for (int i = 0; i < nanos.length; i++) {
        held += bytes[i];
        events++;
        if (held >= size) {
          // The next read completes the event that the buffer's end cuts.
          detector.read(nanos[i], events - 1, counted ? size : CoalescingDetector.UNKNOWN);
          held -= size;
          events = 1;
        }
      }
      detector.read(nanos[nanos.length - 1], events, counted ? (int) held : -1);
    };
  }

  @Test
  void namesNginxByItsWholePages() {
    for (int size : new int[] {4096, 8192, 16384}) {
      Coalescing found = verdict(10, 2, buffers(size, true));

      assertThat(found.cause()).as(size + " bytes").isEqualTo(Cause.NGINX_BUFFERING);
      assertThat(found.evidence()).contains("12 of 12", "whole steps of 4 KiB");
      assertThat(found.lumpGapMs()).isBetween(150.0, 800.0);
    }
  }

  @Test
  void namesNginxByTheSizeOfItsLumpsWhereNobodyCountedBytes() {
    CoalescingDetector detector = new CoalescingDetector();
    Hop hop = buffers(4096, false);
    Random random = new Random(3);
    for (int stream = 0; stream < STREAMS; stream++) {
      long[] nanos = new long[200];
      int[] bytes = new int[nanos.length];
      for (int i = 0; i < nanos.length; i++) {
        nanos[i] = (100 + 15L * i) * MILLI;
        bytes[i] = 230 + random.nextInt(12);
      }
      detector.begin(0);
      hop.pass(nanos, bytes, detector);
      detector.end(235);
    }

    assertThat(detector.verdict().cause()).isEqualTo(Cause.NGINX_BUFFERING);
    assertThat(detector.verdict().evidence()).contains("KiB each");
  }

  @Test
  void namesHaproxyByItsStepsOfTwoHundredMilliseconds() {
    Coalescing found = verdict(11, 2, steps(200));

    assertThat(found.cause()).isEqualTo(Cause.HAPROXY_DELAY);
    assertThat(found.evidence()).contains("185 to 215 ms");
    assertThat(found.lumpGapMs()).isBetween(199.0, 201.0);
    assertThat(found.cause().remedy()).contains("http-no-delay");
  }

  @Test
  void namesHaproxyWhereEveryStepHoldsTheSame() {
    assertThat(verdict(10, 0, steps(200)).cause()).isEqualTo(Cause.HAPROXY_DELAY);
  }

  @Test
  void namesNagleByItsStepsOfFortyMilliseconds() {
    Coalescing found = verdict(9, 2, steps(41));

    assertThat(found.cause()).isEqualTo(Cause.NAGLE);
    assertThat(found.evidence()).contains("38 to 46 ms");
  }

  @Test
  void saysThatAnAnswerCameInOnePiece() {
    Coalescing found =
        verdict(
            10,
            2,
            (nanos, bytes, detector) ->
                detector.read(nanos[nanos.length - 1], nanos.length, CoalescingDetector.UNKNOWN));

    assertThat(found.cause()).isEqualTo(Cause.BUFFERING);
    assertThat(found.evidence()).contains("one piece of 200 events");
  }

  @Test
  void saysThatAHopBuffersWhereNoCauseIsKnown() {
    assertThat(verdict(10, 3, steps(333)).cause()).isEqualTo(Cause.BUFFERING);
  }

  @Test
  void isSilentOnStreamsThatFlow() {
    assertThat(verdict(25, 20, CoalescingDetectorTest::direct).cause()).isEqualTo(Cause.NONE);
  }

  @Test
  void isSilentOnFastEngines() {
    for (double gapMs : new double[] {0.4, 0.9, 1, 2, 5}) {
      assertThat(verdict(gapMs, gapMs / 2, CoalescingDetectorTest::direct).cause())
          .as(gapMs + " ms")
          .isEqualTo(Cause.NONE);
    }
  }

  @Test
  void isSilentOnAFastEngineWhoseReaderPauses() {
    assertThat(
            verdict(
                    2,
                    1,
                    (nanos, bytes, detector) -> {
                      for (int i = 0; i < nanos.length; i++) {
                        boolean held = i % 50 < 10;
                        detector.read(nanos[held ? i - i % 50 + 10 : i], 1, bytes[i]);
                      }
                    })
                .cause())
        .isEqualTo(Cause.NONE);
  }

  @Test
  void isSilentOnEnginesThatMakeSeveralTokensAStep() {
    for (int tokens : new int[] {2, 4, 8, 16}) {
      for (double stepMs : new double[] {40, 80, 200}) {
        assertThat(verdict(stepMs, 2, together(tokens)).cause())
            .as("%d tokens every %.0f ms", tokens, stepMs)
            .isEqualTo(Cause.NONE);
      }
    }
  }

  private static Hop together(int tokens) {
    return (nanos, bytes, detector) -> {
      for (long at : nanos) {
        detector.read(at, tokens, CoalescingDetector.UNKNOWN);
      }
    };
  }

  @Test
  void isSilentOnSpeculativeDecoding() {
    for (int drafted : new int[] {3, 5, 8}) {
      for (double stepMs : new double[] {20, 41, 200}) {
        Random random = new Random(drafted);
        Hop engine =
            (nanos, bytes, detector) -> {
              for (long at : nanos) {
                int accepted = 1;
                while (accepted <= drafted && random.nextDouble() < 0.75) {
                  accepted++;
                }
                detector.read(at, accepted, CoalescingDetector.UNKNOWN);
              }
            };

        assertThat(verdict(stepMs, 1, engine).cause())
            .as("%d drafted, steps of %.0f ms", drafted, stepMs)
            .isEqualTo(Cause.NONE);
      }
    }
  }

  @Test
  void saysNothingOfTooFewOrTooShortStreams() {
    CoalescingDetector detector = new CoalescingDetector();
    for (int stream = 0; stream < 40; stream++) {
      detector.begin(0);
      detector.read(900 * MILLI, 15, 4096);
      detector.end();
    }

    assertThat(detector.verdict().cause()).isEqualTo(Cause.UNDECIDED);
  }

  @Test
  void forgetsAHopThatWasMended() {
    CoalescingDetector detector = new CoalescingDetector();
    for (int stream = 0; stream < 600; stream++) {
      detector.begin(0);
      for (int i = 0; i < 40; i++) {
        long at = (100 + 10L * i) * MILLI;
        detector.read(stream < 300 ? 900 * MILLI : at, 1, 240);
      }
      detector.end();
      if (stream == 299) {
        assertThat(detector.verdict().cause()).isEqualTo(Cause.BUFFERING);
      }
    }

    assertThat(detector.verdict().cause()).isEqualTo(Cause.NONE);
  }
}
