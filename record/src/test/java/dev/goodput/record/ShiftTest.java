package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that a record survives a change of the clock: times move, all else stays the same.
class ShiftTest {
  private static final long BY = 1_234_567;

  /// Compares field by field, so that a field added later is compared too.
  private static void compare(String path, Object before, Object after) {
    switch (before) {
      case ChunkLog chunks -> compareChunks(path, chunks, (ChunkLog) after);
      case Stamps stamps -> compareParts(path, stamps, after);
      case GatewayInfo gatewayInfo -> compareParts(path, gatewayInfo, after);
      case RequestRecord request -> compareParts(path, request, after);
      case HealthSample sample -> compareParts(path, sample, after);
      case Long nanos when path.endsWith("Nanos") ->
          assertThat(after).as(path).isEqualTo(nanos == Stamps.ABSENT ? Stamps.ABSENT : nanos + BY);
      default -> assertThat(after).as(path).isEqualTo(before);
    }
  }

  private static void compareParts(String path, Record before, Object after) {
    assertThat(after).as(path).isNotNull();
    try {
      for (RecordComponent part : before.getClass().getRecordComponents()) {
        Object old = part.getAccessor().invoke(before);
        Object now = part.getAccessor().invoke(after);
        if (old == null) {
          assertThat(now).as(path + "." + part.getName()).isNull();
        } else {
          compare(path + "." + part.getName(), old, now);
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(path, e);
    }
  }

  private static void compareChunks(String path, ChunkLog before, ChunkLog after) {
    assertThat(after.count()).as(path).isEqualTo(before.count());
    ChunkLog.Cursor old = before.cursor();
    ChunkLog.Cursor now = after.cursor();
    while (old.next() && now.next()) {
      assertThat(now.nanos()).as(path).isEqualTo(old.nanos() + BY);
      assertThat(now.channel()).as(path).isEqualTo(old.channel());
      assertThat(now.tokens()).as(path).isEqualTo(old.tokens());
      assertThat(now.sharedRead()).as(path).isEqualTo(old.sharedRead());
    }
  }

  @Test
  @Tag("property")
  void everyFieldOfARequestSurvives() {
    for (long seed = 0; seed < 500; seed++) {
      RequestRecord before = new RandomEntries(seed).request();
      RequestRecord after = before.shifted(BY);
      compare("seed " + seed, before, after);
      assertThat(after.shifted(-BY)).as("back again, seed " + seed).isEqualTo(before);
    }
  }

  @Test
  void everyFieldOfAHealthSampleSurvives() {
    HealthSample before =
        new HealthSample(3, 70, List.of(1L), List.of(2L, 3L), 0.25, 0.5, 11, 12, 13);
    compare("sample", before, before.shifted(BY));
  }

  @Test
  void missingTimestampsStayMissing() {
    RequestRecord request = Requests.passed(1, "llama");
    assertThat(Stamps.shifted(Stamps.ABSENT, BY)).isEqualTo(Stamps.ABSENT);
    assertThat(request.shifted(0)).isEqualTo(request);
  }
}
