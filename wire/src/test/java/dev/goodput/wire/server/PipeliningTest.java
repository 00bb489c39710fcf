package dev.goodput.wire.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.wire.Loop;
import dev.goodput.wire.Timer;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Requests that arrive before their turn, on a loop whose tasks run when the test says.
final class PipeliningTest {
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final List<String> requested = new ArrayList<>();
  private final List<ServerResponse> answers = new ArrayList<>();
  private final Loop loop =
      new Loop() {
        @Override
        public void execute(Runnable task) {
          tasks.add(task);
        }

        @Override
        public Timer at(long nanoTime, Runnable task) {
          throw new UnsupportedOperationException("no timers here");
        }

        @Override
        public boolean inLoop() {
          return true;
        }
      };

  @Test
  void aRequestBetweenTwoResponsesWaitsForItsTurn() {
    HttpHandler handler =
        (request, response) -> {
          requested.add(request.path());
          answers.add(response);
        };
    EmbeddedChannel channel =
        new EmbeddedChannel(Connection.decoder(), new Connection(handler, loop, 1000));
    ask(channel, "/1");
    ask(channel, "/2");
    answers.getFirst().send(200, List.of(), Bytes.of("1"));
    ask(channel, "/3");
    assertThat(requested).containsExactly("/1");
    while (!tasks.isEmpty()) {
      tasks.poll().run();
    }
    assertThat(requested).containsExactly("/1", "/2");
    answers.get(1).send(200, List.of(), Bytes.of("2"));
    while (!tasks.isEmpty()) {
      tasks.poll().run();
    }
    assertThat(requested).containsExactly("/1", "/2", "/3");
    assertThat(channel.finishAndReleaseAll()).isTrue();
  }

  private static void ask(EmbeddedChannel channel, String path) {
    channel.writeInbound(Unpooled.copiedBuffer(Bytes.of("GET " + path + " HTTP/1.1\r\n\r\n")));
  }
}
