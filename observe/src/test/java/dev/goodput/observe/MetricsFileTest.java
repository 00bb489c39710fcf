package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.FailureReason;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MetricsFileTest {
  private static final List<Scrape> SCRAPES =
      List.of(
          new SuccessfulScrape(
              "http://h/metrics", -5, 12, Exports.read(Exports.page("vllm-0.32.0"), null)),
          new FailedScrape(
              "http://h/metrics?key=***", 7, FailureReason.HUNG, "no \"page\"\nwithin 5 s: żółć"),
          new SuccessfulScrape(
              "http://g:9400/metrics", 1L << 40, 0, Exports.read(Exports.page("dcgm"), null)),
          new SuccessfulScrape(
              "http://h/metrics", 9, 0, new EngineReadings(Map.of(), Double.NaN, 3)));

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve(MetricsFile.NAME);
  }

  private byte[] written() throws IOException {
    try (MetricsFile file = MetricsFile.create(file(), "r")) {
      SCRAPES.forEach(file);
    }
    return Files.readAllBytes(file());
  }

  @Test
  void givesBackWhatItTook() throws Exception {
    byte[] bytes = written();
    List<Scrape> back = new ArrayList<>();
    assertThat(MetricsFile.read(file(), back::add)).isZero();
    assertThat(back).isEqualTo(SCRAPES);
    assertThat(new String(bytes, StandardCharsets.US_ASCII).lines()).hasSize(1 + SCRAPES.size());
  }

  @Test
  void writesEachLookInAFormThatStays() throws Exception {
    try (MetricsFile file = MetricsFile.create(file(), "r")) {
      file.accept(new FailedScrape("u", 7, FailureReason.CUT, "w"));
      file.accept(
          new SuccessfulScrape(
              "u", 8, 0, Exports.read("vllm:num_requests_running{engine=\"0\"} 3\n", null)));
    }
    assertThat(Files.readAllLines(file()))
        .containsExactly(
            "{\"server_metrics\":1,\"run\":\"r\"}",
            "{\"at_ns\":7,\"source\":\"u\",\"missed\":\"cut\",\"words\":\"w\"}",
            "{\"at_ns\":8,\"source\":\"u\",\"took_ns\":0,\"unreadable_lines\":0,\"signs\":{\"running\":"
                + "{\"metric\":\"vllm:num_requests_running\",\"parts\":{\"0\":3.0}}}}");
  }

  @Test
  void tellsWhoseLooksItHolds() throws Exception {
    assertThat(MetricsFile.run(file())).isEmpty();
    MetricsFile.create(file(), "run \"1\"").close();
    assertThat(MetricsFile.run(file())).contains("run \"1\"");
    Files.writeString(file(), "{\"server_metrics\":1}\n");
    assertThat(MetricsFile.run(file())).isEmpty();
    assertThat(MetricsFile.read(file(), _ -> {})).isZero();
  }

  @Test
  void hasEachLookOnTheDiskAtOnce() {
    List<Scrape> back = new ArrayList<>();
    try (MetricsFile file = MetricsFile.create(file(), "r")) {
      file.accept(SCRAPES.getFirst());
      assertThat(MetricsFile.read(file(), back::add)).isZero();
    }
    assertThat(back).hasSize(1);
  }

  @Test
  @Tag("fault")
  void leavesATornTailOutWhereverItIsTorn() throws Exception {
    byte[] bytes = written();
    for (int end = 0; end < bytes.length; end += 7) {
      Files.write(file(), Arrays.copyOf(bytes, end));
      List<Scrape> back = new ArrayList<>();
      if (end > 0 && end < ScrapeJson.head("r").length()) {
        // Killed while it created the file: no scrapes, as without a file.
        assertThat(MetricsFile.read(file(), back::add)).isEqualTo(1);
      } else {
        assertThat(MetricsFile.read(file(), back::add)).isLessThanOrEqualTo(1);
      }
      assertThat(back).isEqualTo(SCRAPES.subList(0, back.size()));
    }
  }

  @Test
  @Tag("fault")
  void leavesADamagedLineOutAndReadsOn() throws Exception {
    Files.writeString(
        file(),
        ScrapeJson.head("r")
            + """

            {"at_ns":1,"source":"u","missed":"cut","words":"a","later":{"b":[1]}}
            {"at_ns":2,"source":"u"}
            {"at_ns":3,"source":"u","missed":"bored","words":""}
            {"source":"u","missed":"cut","words":""}
            {"at_ns":4,"missed":"cut","words":""}
            {"at_ns":5,"source":"u","missed":"cut","words":""} {}
            {"at_ns":"6","source":"u","missed":"cut","words":""}
            {"at_ns":7,"source":"u","unreadable_lines":0,"signs":{"running":{"metric":"m","parts":{}}}}
            []

            {"at_ns":8,"source":"u","unreadable_lines":0,"signs":{"news":{"metric":"m","parts":{"":1}}}}
            """);
    List<Scrape> back = new ArrayList<>();
    assertThat(MetricsFile.read(file(), back::add)).isEqualTo(9);
    assertThat(back)
        .containsExactly(
            new FailedScrape("u", 1, FailureReason.CUT, "a"),
            new SuccessfulScrape("u", 8, 0, new EngineReadings(Map.of(), Double.NaN, 0)));
  }

  @Test
  void saysWhatItCannotReadOrWrite() throws Exception {
    assertThat(MetricsFile.read(file(), _ -> {})).isZero();
    Files.writeString(file(), "{\"server_metrics\":2}\n");
    assertThatThrownBy(() -> MetricsFile.read(file(), _ -> {}))
        .isInstanceOf(MetricsFileException.class)
        .hasMessageEndingWith(
            "server-metrics.jsonl has version 2; use the Goodput that wrote it, or a newer one");
    Files.writeString(file(), "something else\n");
    assertThatThrownBy(() -> MetricsFile.read(file(), _ -> {}))
        .isInstanceOf(MetricsFileException.class)
        .hasMessageEndingWith("server-metrics.jsonl holds no server's metrics");
    assertThatThrownBy(() -> MetricsFile.create(file(), "r"))
        .isInstanceOf(MetricsFileException.class)
        .hasMessageEndingWith("it is there already");
    assertThatThrownBy(() -> MetricsFile.create(directory.resolve("no/such"), "r"))
        .isInstanceOf(MetricsFileException.class);
  }

  @Test
  @Tag("fault")
  void saysThatItsDiskIsFull() {
    MetricsFile file = MetricsFile.create(file(), "r");
    file.close();
    assertThatThrownBy(() -> file.accept(SCRAPES.getFirst()))
        .isInstanceOf(MetricsFileException.class)
        .hasMessageContaining("cannot write ");
  }
}
