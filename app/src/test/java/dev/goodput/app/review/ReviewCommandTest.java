package dev.goodput.app.review;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Main;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReviewCommandTest {
  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    out.reset();
    err.reset();
    return Main.run(args, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }

  private int review(String... more) {
    String[] args =
        List.of("review", "--log", log().toString(), "--root", "none", "--until", "2026-11-28")
            .toArray(new String[7 + more.length]);
    System.arraycopy(more, 0, args, 7, more.length);
    return run(args);
  }

  private Path log() {
    return directory.resolve("log");
  }

  private List<String> bullets() {
    return out.toString(UTF_8)
        .lines()
        .filter(line -> line.startsWith("- ") && line.contains("**"))
        .toList();
  }

  @Test
  void namesWhatWentWrongInAWeekAndNothingElse() {
    new PlantedWeek(log())
        .slower(Instant.parse("2026-11-25T10:00:00Z"), 1.6)
        .outage(Instant.parse("2026-11-27T14:00:00Z"), Instant.parse("2026-11-27T14:40:00Z"))
        .leaving(0.3)
        .write();
    assertThat(review()).as(err.toString(UTF_8)).isZero();
    System.out.println(out.toString(UTF_8));
    assertThat(bullets()).hasSize(3);
  }

  @Test
  void namesNothingInAQuietWeek() {
    new PlantedWeek(log()).write();
    assertThat(review()).as(err.toString(UTF_8)).isZero();
    System.out.println(out.toString(UTF_8));
    assertThat(bullets()).isEmpty();
    assertThat(out.toString(UTF_8)).contains("Every SLO was kept").contains("nothing needs");
  }
}
