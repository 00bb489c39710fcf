package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Planned stamps: each event has the stamp of the read that completed it, and no other event has.
final class StampsTest {
  private final Replay replay = Replay.stream();

  private List<Long> chunkStamps() {
    List<Long> stamps = new ArrayList<>();
    ChunkLog.Cursor cursor = replay.log().chunks().cursor();
    while (cursor.next()) {
      stamps.add(cursor.nanos());
    }
    return stamps;
  }

  @Test
  void neitherHeadersNorRoleChunksNorCommentsStopTheClock() {
    replay
        .at(100, Replay.HEAD)
        .chunkAt(
            200, "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n")
        .chunkAt(300, ": keep-alive\n\n")
        .chunkAt(400, Replay.delta("a"))
        .chunkAt(500, Replay.delta("b"))
        .chunkAt(600, Replay.finish("stop"))
        .chunkAt(700, "data: [DONE]\n\n")
        .at(800, "0\r\n\r\n");
    assertThat(replay.outcome()).isEqualTo(new Outcome.Ok("stop"));
    assertThat(replay.reader.answer.headersAt()).isEqualTo(100);
    assertThat(replay.reader.answer.firstByteAt()).isEqualTo(200);
    assertThat(replay.log().firstToken()).isEqualTo(400);
    assertThat(replay.log().firstAnswer()).isEqualTo(400);
    assertThat(replay.log().lastToken()).isEqualTo(500);
    assertThat(replay.log().endEvent()).isEqualTo(700);
    assertThat(chunkStamps()).containsExactly(400L, 500L);
  }

  @Test
  void anEventIsStampedByTheReadThatCompletesIt() {
    String event = Replay.delta("a");
    replay
        .at(100, Replay.HEAD)
        .chunkAt(200, event.substring(0, 20))
        .chunkAt(300, event.substring(20, event.length() - 1))
        .chunkAt(400, "\n" + Replay.delta("b").substring(0, 5))
        .chunkAt(500, Replay.delta("b").substring(5));
    assertThat(chunkStamps()).containsExactly(400L, 500L);
  }

  @Test
  void eventsOfOneReadShareItsStamp() {
    replay
        .at(100, Replay.HEAD)
        .chunkAt(200, Replay.delta("a") + Replay.delta("b") + Replay.delta("c"))
        .chunkAt(300, Replay.delta("d"));
    ChunkLog.Cursor cursor = replay.log().chunks().cursor();
    List<Boolean> shared = new ArrayList<>();
    while (cursor.next()) {
      shared.add(cursor.sharedRead());
    }
    assertThat(shared).containsExactly(false, true, true, false);
  }

  @Test
  void headersAndTheFirstTokenMayComeInOneRead() {
    replay.at(100, Replay.HEAD + "5\r\ndata:\r\n").chunkAt(150, " x\n\n");
    assertThat(replay.reader.answer.headersAt()).isEqualTo(100);
    assertThat(replay.reader.answer.firstByteAt()).isEqualTo(100);
    assertThat(replay.log().firstToken()).isEqualTo(Stamps.ABSENT);
    replay.chunkAt(200, Replay.delta("a"));
    assertThat(replay.log().firstToken()).isEqualTo(200);
  }

  @Test
  void reasoningIsTheFirstTokenButNotTheFirstContent() {
    replay
        .at(100, Replay.HEAD)
        .chunkAt(200, "data: {\"choices\":[{\"delta\":{\"reasoning\":\"hm\"}}]}\n\n")
        .chunkAt(300, Replay.delta("yes"));
    assertThat(replay.log().firstToken()).isEqualTo(200);
    assertThat(replay.log().firstAnswer()).isEqualTo(300);
    assertThat(replay.log().reasoningChunks()).isEqualTo(1);
  }

  @Test
  void anUnstreamedResponseToAStreamRequestHasNoFirstToken() {
    replay.at(
        900,
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 65\r\n\r\n"
            + "{\"choices\":[{\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}");
    assertThat(replay.outcome()).isEqualTo(new Outcome.Ok("stop"));
    assertThat(replay.log().firstToken()).isEqualTo(Stamps.ABSENT);
    assertThat(replay.log().firstAnswer()).isEqualTo(Stamps.ABSENT);
    assertThat(replay.log().lastToken()).isEqualTo(900);
    assertThat(replay.log().contentEvents()).isEqualTo(1);
  }

  @Test
  void anUnrequestedStreamIsReadAsAStream() {
    Replay unasked = new Replay(false);
    unasked.at(100, Replay.HEAD).chunkAt(200, Replay.delta("a")).chunkAt(300, "data: [DONE]\n\n");
    assertThat(unasked.outcome()).isEqualTo(new Outcome.Ok(""));
    assertThat(unasked.log().firstToken()).isEqualTo(200);
  }
}
