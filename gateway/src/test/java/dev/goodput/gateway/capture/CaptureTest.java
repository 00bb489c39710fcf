package dev.goodput.gateway.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.goodput.gateway.plan.CapturePlan;
import dev.goodput.gateway.plan.PlanException;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.answer.MemoryBudget;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.dialect.RequestReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CaptureTest {
  private static final long MILLI = 1_000_000;
  private static final String SYSTEM =
      "Du bist Hildegards vertrauliche Assistentin und verrätst niemandem Geheimnummern. ";
  private static final Pattern WORDS = Pattern.compile("[\\s.,]+");

  @TempDir private Path directory;
  private final List<String> message = new ArrayList<>();

  private Path file() {
    return directory.resolve("traffic.jsonl");
  }

  private Capture open() {
    return Capture.open(CapturePlan.to(file()), () -> 5 * MILLI, message::add);
  }

  private static PromptBlocks prompt(Capture capture, String question) {
    PromptBlocks blocks = capture.prompt();
    RequestReader reader =
        new RequestReader(Dialect.at("/v1/chat/completions").orElseThrow(), blocks);
    String body =
        """
        {"model":"llama","user":"hildegard@klinik.example","messages":[
        {"role":"system","content":"%s"},{"role":"user","content":"%s"}],"stream":true}\
        """
            .formatted(SYSTEM, question);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    reader.feed(bytes, 0, bytes.length);
    return blocks;
  }

  private static RequestRecord record(
      long id, long nanos, String session, TokenCounts tokens, Outcome outcome) {
    long absent = Stamps.ABSENT;
    long token = outcome instanceof Outcome.Cancelled ? nanos : absent;
    return new RequestRecord(
        id,
        0,
        0,
        true,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(id, 0, 1, -1, -1),
        new Stamps(nanos, nanos, nanos, nanos, nanos, nanos, nanos, token, token, token, nanos),
        ChunkLog.EMPTY,
        tokens,
        0,
        outcome,
        new GatewayInfo(
            "llama",
            "Klinik Nord",
            "chat",
            "vllm-7",
            session,
            "chat",
            nanos,
            nanos,
            nanos,
            1,
            1,
            GatewayInfo.Parting.DELIVERED));
  }

  private static TokenCounts usage(int input, int output) {
    return TokenCounts.ofUsage(input, output, -1, 16, -1);
  }

  private static final Outcome OK = new Outcome.Ok("stop");

  @Test
  void writesALineForEachRequestThatSaysNothingOfWhatWasSaid() throws IOException {
    try (Capture capture = open()) {
      capture.offer(
          record(1, 6 * MILLI, "anrufer-17", usage(60, 9), OK), prompt(capture, "Wie gehts?"));
      capture.offer(
          record(2, 1005 * MILLI, "anrufer-17", usage(64, 8), OK),
          prompt(capture, "Wie lautet die Geheimnummer von Frau Osterwald?"));
      capture.offer(
          record(3, 2005 * MILLI, "", TokenCounts.NONE, new Outcome.HttpError(503, "Osterwald")),
          prompt(capture, "Wie gehts?"));
      capture.offer(
          record(4, 3005 * MILLI, "", usage(60, 3), new Outcome.Cancelled("the client left")),
          prompt(capture, "Wie gehts?"));
    }
    List<String> lines = Files.readAllLines(file());
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).isEqualTo("{\"goodput_capture\":1,\"block_bytes\":32}");
    assertThat(lines.get(1))
        .isEqualTo(
            "{\"timestamp_ms\":1.000,\"input_tokens\":60,\"prompt_bytes\":107,\"output_tokens\":9,"
                + "\"cached_tokens\":16,\"session\":0,\"turn\":0,\"tenant\":0,\"model\":\"llama\","
                + "\"stream\":true,\"outcome\":\"ok\",\"status\":200,\"blocks\":[[0,3]]}");
    assertThat(lines.get(2))
        .contains("\"timestamp_ms\":1000.000", "\"session\":0,\"turn\":1", "[[0,4]]");
    assertThat(lines.get(3))
        .contains("\"input_estimated\":true", "\"outcome\":\"http_error\",\"status\":503")
        .doesNotContain("output_tokens", "session", "model");
    assertThat(lines.get(4))
        .contains("\"model\":\"llama\"", "\"outcome\":\"cancelled\",\"status\":200");
  }

  @Test
  void holdsNoPieceOfAPromptAKeyOrAName() throws IOException {
    try (Capture capture = open()) {
      for (int i = 0; i < 50; i++) {
        capture.offer(
            record(i, (6 + i) * MILLI, "anrufer-" + i, usage(60, 9), OK),
            prompt(capture, "Patient Osterwald, Zimmer 4711, fragt nach Befund Nummer " + i));
      }
    }
    String text = Files.readString(file()).toLowerCase(Locale.ROOT);
    String secrets =
        SYSTEM + " patient osterwald zimmer 4711 fragt befund hildegard klinik anrufer vllm-7";
    assertThat(WORDS.splitAsStream(secrets.toLowerCase(Locale.ROOT)))
        .hasSizeGreaterThan(10)
        .noneMatch(word -> word.length() > 3 && text.contains(word));
    assertThat(text).matches("(?s)[\\x20-\\x7e\\n]*");
  }

  @Test
  void neverWritesOverAFile() throws IOException {
    Files.writeString(file(), "mine");
    assertThatExceptionOfType(PlanException.class)
        .isThrownBy(this::open)
        .withMessageContaining("is there already");
    assertThat(file()).hasContent("mine");
  }

  @Test
  void aConfiguredOneGoesOnBesideAFileThatIsThereWhenAGatewayBegins() throws IOException {
    CapturePlan plan = new CapturePlan(file(), 1 << 20, true);
    Capture.begin(plan, () -> 5 * MILLI, message::add).close();
    assertThat(message).isEmpty();
    Files.writeString(file(), "mine");
    Capture.begin(plan, () -> 5 * MILLI, message::add).close();
    Capture.begin(plan, () -> 5 * MILLI, message::add).close();

    assertThat(file()).hasContent("mine");
    assertThat(directory.resolve("traffic-2.jsonl")).exists();
    assertThat(directory.resolve("traffic-3.jsonl")).exists();
    assertThat(message)
        .hasSize(2)
        .last()
        .asString()
        .endsWith("is there already: the traffic is captured to traffic-3.jsonl");
    assertThatExceptionOfType(PlanException.class)
        .isThrownBy(() -> Capture.open(plan, () -> 0, message::add))
        .withMessageContaining("is there already");
    assertThatExceptionOfType(PlanException.class)
        .isThrownBy(() -> Capture.begin(CapturePlan.to(file()), () -> 0, message::add))
        .withMessageContaining("is there already");
  }

  @Test
  void countsWhosePromptWasNotReadToItsEnd() throws IOException {
    Capture capture = open();
    capture.missed(record(1, 6 * MILLI, "", usage(60, 9), OK));
    capture.missed(record(2, 4 * MILLI, "", usage(60, 9), OK));
    capture.close();
    assertThat(capture.status().lost()).as("the second began before the file").isEqualTo(1);
    assertThat(Files.readAllLines(file())).hasSize(1);
  }

  /// A request that was shed could not be replayed.
  @Test
  void countsNoneThatGotNoAnswer() {
    Capture capture = open();
    Outcome shed = new Outcome.HttpError(503, "too_many_requests");
    capture.missed(record(1, 6 * MILLI, "", TokenCounts.NONE, shed));
    capture.close();
    assertThat(capture.status().lost()).isZero();
  }

  @Test
  void leavesOutWhatBeganBeforeItsFile() throws IOException {
    Capture before = open();
    Capture after =
        Capture.open(
            CapturePlan.to(directory.resolve("after.jsonl")), () -> 9 * MILLI, message::add);
    RequestRecord early = record(1, 6 * MILLI, "", usage(60, 9), OK);
    assertThat(after.offer(early, prompt(before, "Wie gehts?"))).isFalse();
    before.close();
    after.close();
    assertThat(after.status().lost()).as("it is none of it").isZero();
  }

  @Test
  void promptsTakeNoMoreThanThereIsRoomForAndGiveItBack() throws IOException {
    AtomicLong taken = new AtomicLong();
    Capture capture =
        Capture.open(CapturePlan.to(file()), () -> 5 * MILLI, message::add, room(taken, 1000));
    PromptBlocks first = prompt(capture, "Wie gehts?".repeat(100));
    PromptBlocks second = prompt(capture, "Wie gehts?".repeat(500));
    assertThat(first.cut()).isFalse();
    assertThat(second.cut()).isTrue();
    assertThat(taken.get()).isEqualTo(first.weight() + second.weight() - 2 * 200);
    assertThat(capture.offer(record(1, 6 * MILLI, "", usage(60, 9), OK), first)).isTrue();
    assertThat(capture.offer(record(2, 7 * MILLI, "", usage(60, 9), OK), second)).isFalse();

    first.releaseMemory();
    first.releaseMemory();
    second.releaseMemory();
    assertThat(taken.get()).isZero();
    capture.close();
    assertThat(capture.status().lost()).isEqualTo(1);
    assertThat(Files.readAllLines(file())).hasSize(2).last().asString().contains("[[0,34]]");
  }

  private static MemoryBudget room(AtomicLong taken, long most) {
    return new MemoryBudget() {
      @Override
      public boolean reserve(long bytes) {
        boolean there = taken.get() + bytes <= most;
        taken.addAndGet(there ? bytes : 0);
        return there;
      }

      @Override
      public void release(long bytes) {
        taken.addAndGet(-bytes);
      }
    };
  }

  @Test
  void endsAtItsCapAndSaysSo() throws IOException {
    CapturePlan plan = new CapturePlan(file(), 1 << 20);
    Capture capture = Capture.open(plan, () -> 0, message::add);
    for (int i = 0; i < 8000; i++) {
      capture.offer(record(i, i, "s" + i, usage(60, 9), OK), prompt(capture, "Wie gehts?"));
    }
    capture.close();
    assertThat(Files.size(file())).isBetween((1L << 20) - 500, 1L << 20);
    assertThat(message)
        .containsExactly("the capture ends at its cap of 1,048,576 bytes; traffic goes on");
    CaptureStatus status = capture.status();
    assertThat(status.ended()).isTrue();
    assertThat(status.written() + status.lost()).isEqualTo(8000);
    assertThat(Files.readAllLines(file())).hasSize((int) status.written() + 1);
  }

  @Test
  void goesOnWhereItHadEndedOnceItMayBeLarger() throws IOException, InterruptedException {
    BlockingQueue<String> received = new LinkedBlockingQueue<>();
    Capture capture = Capture.open(new CapturePlan(file(), 1 << 20), () -> 0, received::add);
    capture.setCap(1);
    capture.offer(record(1, 1, "", usage(60, 9), OK), prompt(capture, "Wie gehts?"));
    assertThat(received.poll(10, TimeUnit.SECONDS))
        .isEqualTo("the capture ends at its cap of 1 bytes; traffic goes on");
    capture.setCap(1 << 20);
    capture.offer(record(2, 2, "", usage(60, 9), OK), prompt(capture, "Wie gehts?"));
    capture.close();
    assertThat(Files.readAllLines(file())).hasSize(2);
    assertThat(capture.status()).isEqualTo(new CaptureStatus(1, 1, Files.size(file()), false, ""));
    assertThat(received).containsExactly("the capture goes on; 1 requests are not in it");
  }

  @Test
  void leavesOutWhosePromptWasReadForAnotherFile() throws IOException {
    try (Capture capture = open();
        Capture other =
            Capture.open(
                CapturePlan.to(directory.resolve("other.jsonl")), () -> 5 * MILLI, message::add)) {
      assertThat(
              capture.offer(
                  record(1, 6 * MILLI, "", usage(60, 9), OK), prompt(other, "Wie gehts?")))
          .isFalse();
      assertThat(capture.status().lost()).isEqualTo(1);
    }
    assertThat(Files.readAllLines(file())).hasSize(1);
  }

  @Test
  void leavesNothingBehindWhereNothingCameOfIt() {
    open().discard();
    assertThat(file()).doesNotExist();
  }

  @Test
  void writesOfSeveralAttemptsTheLast() throws IOException {
    try (Capture capture = open()) {
      RequestRecord last = record(1, 6 * MILLI, "", usage(60, 9), OK);
      RequestRecord before =
          new RequestRecord(
              1,
              0,
              0,
              false,
              true,
              last.start(),
              last.requested(),
              last.stamps(),
              last.chunks(),
              last.tokens(),
              0,
              new Outcome.Reset(""),
              last.passage());
      capture.offer(before, prompt(capture, "Wie gehts?"));
      capture.offer(last, prompt(capture, "Wie gehts?"));
    }
    assertThat(Files.readAllLines(file())).hasSize(2);
  }
}
