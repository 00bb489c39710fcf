package dev.goodput.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.Dialect;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("system")
@Timeout(60)
final class SelfWarmUpTest {
  @TempDir private Path folder;
  private final EventLoops loops = EventLoops.start(1);
  private final SelfWarmUp warmUp =
      new SelfWarmUp(
          Plans.of(Plans.closed(1, 1)).plan(),
          Endpoint.of("http://127.0.0.1:9", Dialect.named("chat")),
          loops,
          NanoClock.SYSTEM,
          SelfWarmUp.MAX_NANOS);

  @AfterEach
  void close() {
    loops.close();
  }

  @Test
  void leavesNothingBehind() {
    assertThat(warmUp.run(folder.resolve("warm-up"))).isPositive();
    assertThat(folder.resolve("warm-up")).doesNotExist();
  }

  @Test
  void endsAtOnceWhenCancelled() {
    warmUp.leave();

    assertThat(warmUp.run(folder.resolve("warm-up"))).isEqualTo(1);
    assertThat(folder.resolve("warm-up")).doesNotExist();
  }
}
