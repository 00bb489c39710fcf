package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RequestBodyTest {
  private static final byte[] PIECE = new byte[60];

  @Test
  void bodiesTakeNoMoreThanThereIsRoomForAndGiveItBack() {
    BodyMemoryBudget room = new BodyMemoryBudget(100);
    RequestBody first = new RequestBody(room);
    RequestBody second = new RequestBody(room);

    first.add(PIECE, 0, 60);
    second.add(PIECE, 0, 60);
    second.add(PIECE, 0, 10);

    assertThat(first.length()).isEqualTo(60);
    assertThat(second.length()).as("what has a gap is not read on").isZero();
    assertThat(first.cut()).isFalse();
    assertThat(second.cut()).isTrue();
    assertThat(room.taken()).isEqualTo(60);

    first.forget();
    first.forget();
    second.forget();
    assertThat(room.taken()).isZero();
    RequestBody third = new RequestBody(room);
    third.add(PIECE, 0, 60);
    assertThat(third.length()).isEqualTo(60);
  }

  @Test
  void aBodyKeepsItsBeginWhereItGrowsOverTheRoom() {
    BodyMemoryBudget room = new BodyMemoryBudget(100);
    RequestBody body = new RequestBody(room);
    for (int i = 0; i < 3; i++) {
      body.add(PIECE, 0, 60);
    }
    assertThat(body.length()).as("as much as fits").isEqualTo(100);
    assertThat(body.cut()).isTrue();
  }

  @Test
  void oneThatIsLongInComingLeavesRoomForOthers() {
    BodyMemoryBudget room = new BodyMemoryBudget(64 << 20);
    byte[] piece = new byte[64 << 10];
    RequestBody huge = new RequestBody(room);
    for (int i = 0; i < 2_000; i++) {
      huge.add(piece, 0, piece.length);
      assertThat(room.taken()).isLessThanOrEqualTo(8 << 20);
    }
    assertThat(huge.cut()).isTrue();
    assertThat(huge.length()).as("its begin").isBetween(1L, 1L << 20);
    assertThat(room.taken()).as("what it cannot be understood by").isLessThanOrEqualTo(1 << 20);

    RequestBody long8 = new RequestBody(room);
    for (int i = 0; i < 127; i++) {
      long8.add(piece, 0, piece.length);
    }
    assertThat(long8.cut()).isFalse();
    huge.forget();
    long8.forget();
    assertThat(room.taken()).isZero();
  }

  @Test
  void oneThatFitsIsNeverCutHoweverItComes() {
    BodyMemoryBudget room = new BodyMemoryBudget(64 << 20);
    for (int first = 1; first < 2_000_000; first += 99_991) {
      RequestBody body = new RequestBody(room);
      byte[] all = new byte[8 << 20];
      body.add(all, 0, first);
      for (int at = first; at < all.length; at += 1_000) {
        body.add(all, at, Math.min(all.length, at + 1_000));
      }
      assertThat(body.cut()).as("first piece of " + first).isFalse();
      body.add(all, 0, 1);
      assertThat(body.cut()).isTrue();
      body.forget();
    }
  }

  @Test
  void handsOverWhatItTookHoweverItCame() {
    BodyMemoryBudget room = new BodyMemoryBudget(1 << 30);
    RequestBody body = new RequestBody(room);
    byte[] all = new byte[5_000_000];
    new Random(7).nextBytes(all);
    int at = 0;
    for (int length = 1; at < all.length; length = Math.min(70_000, length * 3 + 1)) {
      int end = Math.min(all.length, at + length);
      body.add(all, at, end);
      at = end;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    body.each((bytes, from, to) -> out.write(bytes, from, to - from));

    assertThat(out.toByteArray()).isEqualTo(all);
    assertThat(body.length()).isEqualTo(all.length);
    assertThat(room.taken()).isBetween((long) all.length, all.length + (1L << 20));
    body.forget();
    assertThat(room.taken()).isZero();
  }
}
