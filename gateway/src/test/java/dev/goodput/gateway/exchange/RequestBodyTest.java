package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RequestBodyTest {
  private static final byte[] PIECE = new byte[60];

  @Test
  void bodiesTakeNoMoreThanThereIsRoomForAndGiveItBack() {
    BodyRoom room = new BodyRoom(100);
    RequestBody first = new RequestBody(room);
    RequestBody second = new RequestBody(room);

    first.add(PIECE, 0, 60);
    second.add(PIECE, 0, 60);
    second.add(PIECE, 0, 10);

    assertThat(first.length()).isEqualTo(60);
    assertThat(second.length()).as("what has a gap is not read on").isZero();
    assertThat(room.refused()).isEqualTo(1);
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
    BodyRoom room = new BodyRoom(100);
    RequestBody body = new RequestBody(room);
    for (int i = 0; i < 3; i++) {
      body.add(PIECE, 0, 60);
    }
    assertThat(body.length()).isEqualTo(60);
    assertThat(room.refused()).isEqualTo(1);
  }
}
