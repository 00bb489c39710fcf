package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ChunkLogTest {
  @Test
  void returnsEveryEventInOrder() {
    ChunkLog.Builder builder = new ChunkLog.Builder();
    builder.add(1_000_000_000, Channel.REASONING, 3);
    builder.add(1_000_000_000, Channel.ANSWER, TokenCounts.UNKNOWN);
    builder.add(1_020_000_000, Channel.TOOL_CALL, 0);
    builder.add(1_020_000_001, Channel.REFUSAL, Integer.MAX_VALUE);
    ChunkLog.Cursor cursor = builder.build().cursor();
    expect(cursor, 1_000_000_000, false, Channel.REASONING, 3);
    expect(cursor, 1_000_000_000, true, Channel.ANSWER, TokenCounts.UNKNOWN);
    expect(cursor, 1_020_000_000, false, Channel.TOOL_CALL, 0);
    expect(cursor, 1_020_000_001, false, Channel.REFUSAL, Integer.MAX_VALUE);
    assertThat(cursor.next()).isFalse();
    assertThat(cursor.next()).isFalse();
  }

  private static void expect(
      ChunkLog.Cursor cursor, long nanos, boolean sharedRead, Channel channel, int tokens) {
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.nanos()).isEqualTo(nanos);
    assertThat(cursor.sharedRead()).isEqualTo(sharedRead);
    assertThat(cursor.channel()).isEqualTo(channel);
    assertThat(cursor.tokens()).isEqualTo(tokens);
  }

  @Test
  void doesNotTreatAFirstEventAtTheStartOfTheRunAsASharedRead() {
    ChunkLog.Builder builder = new ChunkLog.Builder();
    builder.add(0, Channel.ANSWER, 1);
    expect(builder.build().cursor(), 0, false, Channel.ANSWER, 1);
  }

  @Test
  void refusesStampsOutOfOrder() {
    ChunkLog.Builder builder = new ChunkLog.Builder();
    builder.add(500, Channel.ANSWER, 1);
    assertThatIllegalArgumentException().isThrownBy(() -> builder.add(499, Channel.ANSWER, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.add(Long.MAX_VALUE, Channel.ANSWER, 1));
    assertThat(builder.count()).isEqualTo(1);
  }

  @Test
  void startsOverAfterBuilding() {
    ChunkLog.Builder builder = new ChunkLog.Builder();
    builder.add(500, Channel.ANSWER, 1);
    ChunkLog first = builder.build();
    assertThat(builder.build()).isSameAs(ChunkLog.EMPTY);
    builder.add(500, Channel.ANSWER, 1);
    assertThat(builder.build()).isEqualTo(first).hasSameHashCodeAs(first);
  }

  @Test
  void distinguishesLogs() {
    ChunkLog one = new RandomEntries(1).chunks(5);
    assertThat(one).isNotEqualTo(new RandomEntries(2).chunks(5)).isNotEqualTo(ChunkLog.EMPTY);
    assertThat(one).hasToString("ChunkLog[5 events, " + one.encoded().length + " bytes]");
  }

  @Test
  @Tag("property")
  void decodesItsOwnCode() {
    for (long seed = 1; seed <= 200; seed++) {
      ChunkLog log = new RandomEntries(seed).chunks((int) seed);
      assertThat(ChunkLog.decode(log.encoded(), log.count())).as("seed %d", seed).isEqualTo(log);
    }
  }

  @Test
  void takesAtMostFiveBytesForAnEventUpToASecondAfterTheOneBefore() {
    ChunkLog.Builder builder = new ChunkLog.Builder();
    for (int i = 0; i < 1000; i++) {
      builder.add(i * 999_999_999L, Channel.ANSWER, TokenCounts.UNKNOWN);
    }
    assertThat(builder.build().encoded().length).isLessThanOrEqualTo(5000);
  }

  @Test
  void refusesBytesThatHoldFewerOrMoreEvents() {
    ChunkLog log = new RandomEntries(3).chunks(9);
    byte[] code = log.encoded();
    assertThatIllegalArgumentException().isThrownBy(() -> ChunkLog.decode(code, 8));
    assertThatIllegalArgumentException().isThrownBy(() -> ChunkLog.decode(code, 10));
    assertThatIllegalArgumentException().isThrownBy(() -> ChunkLog.decode(code, -1));
    byte[] cut = Arrays.copyOf(code, code.length - 1);
    assertThatIllegalArgumentException().isThrownBy(() -> ChunkLog.decode(cut, 9));
  }

  @Test
  @Tag("fuzz")
  void eitherDecodesAnyBytesToEventsInOrderOrRefusesThem() {
    int decoded = 0;
    for (long seed = 1; seed <= 3000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] code = new byte[random.nextInt(30)];
      random.nextBytes(code);
      decoded += decodes(code, random.nextInt(12), seed) ? 1 : 0;
    }
    assertThat(decoded).as("the bytes are not all refused").isPositive();
  }

  private static boolean decodes(byte[] code, int count, long seed) {
    ChunkLog log;
    try {
      log = ChunkLog.decode(code, count);
    } catch (IllegalArgumentException documented) {
      return false;
    }
    long last = 0;
    for (ChunkLog.Cursor cursor = log.cursor(); cursor.next(); last = cursor.nanos()) {
      assertThat(cursor.nanos()).as("seed %d", seed).isGreaterThanOrEqualTo(last);
      assertThat(cursor.tokens()).as("seed %d", seed).isGreaterThanOrEqualTo(-1);
    }
    return true;
  }
}
