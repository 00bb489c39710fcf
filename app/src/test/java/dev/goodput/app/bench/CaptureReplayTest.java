package dev.goodput.app.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.app.main.Spoken;
import dev.goodput.gateway.capture.Capture;
import dev.goodput.gateway.capture.PromptBlocks;
import dev.goodput.gateway.plan.CapturePlan;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.dialect.PromptPart;
import dev.goodput.wire.dialect.RequestReader;
import dev.goodput.workload.dataset.DataFile;
import dev.goodput.workload.dataset.DataSet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An invented hour of traffic, captured from its request bodies and asked again of the simulated
/// engine.
@Tag("system")
class CaptureReplayTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long HOUR = 3600 * SECOND;
  private static final int SESSIONS = 250;

  /// What a server adds to each prompt.
  private static final int TEMPLATE_TOKENS = 12;

  private static final int BYTES_PER_TOKEN = 4;
  private static final int CACHE_BLOCK_TOKENS = 16;
  private static final Dialect CHAT = Dialect.at("/v1/chat/completions").orElseThrow();

  @TempDir private Path directory;

  /// One request of the hour.
  private record Question(long nanos, int session, String prompt, int outputTokens) {
    int inputTokens() {
      return TEMPLATE_TOKENS + prompt.length() / BYTES_PER_TOKEN;
    }
  }

  private static String words(SplittableRandom random, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append((char) ('a' + random.nextInt(26)))
          .append(Long.toString(random.nextLong() >>> 40, 36));
      text.append(' ');
    }
    return text.toString();
  }

  /// Sessions of a few turns under one of three system prompts; each turn carries what came before.
  private static List<Question> hour() {
    SplittableRandom random = new SplittableRandom(11);
    List<String> systems = List.of(words(random, 150), words(random, 400), words(random, 60));
    List<Question> hour = new ArrayList<>();
    for (int session = 0; session < SESSIONS; session++) {
      long at = random.nextLong(HOUR * 9 / 10);
      String prompt = systems.get(random.nextInt(systems.size()));
      for (int turn = random.nextInt(1, 6); turn > 0 && at < HOUR; turn--) {
        prompt += words(random, random.nextInt(5, 120));
        int output = random.nextInt(5, 200);
        hour.add(new Question(at, session, prompt, output));
        prompt += words(random, output);
        at += 20 * SECOND + random.nextLong(60 * SECOND);
      }
    }
    hour.sort(Comparator.comparingLong(Question::nanos));
    return hour;
  }

  private static RequestRecord record(long id, Question question) {
    long at = question.nanos();
    long end = at + 5 * SECOND;
    return new RequestRecord(
        id,
        0,
        0,
        true,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(question.session(), 0, 1, -1, 512),
        new Stamps(at, at, at, at, at, end, end, end, end, end, end),
        ChunkLog.EMPTY,
        TokenCounts.ofUsage(question.inputTokens(), question.outputTokens(), -1, -1, -1),
        0,
        new Outcome.Ok("stop"),
        new GatewayInfo(
            "llama",
            "acme",
            "chat",
            "vllm",
            "s" + question.session(),
            "chat",
            at,
            end,
            end,
            1,
            1,
            GatewayInfo.Parting.DELIVERED));
  }

  private static void capture(List<Question> hour, Path file) {
    try (Capture capture = Capture.open(CapturePlan.to(file), () -> 0, line -> {})) {
      long id = 0;
      for (Question question : hour) {
        PromptBlocks prompt = capture.prompt();
        String body =
            "{\"model\":\"llama\",\"messages\":[{\"role\":\"user\",\"content\":\""
                + question.prompt()
                + "\"}]}";
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        new RequestReader(CHAT, prompt).feed(bytes, 0, bytes.length);
        assertThat(capture.offer(record(id++, question), prompt)).isTrue();
      }
    }
  }

  /// The share of prompt tokens that a cache of whole blocks which forgets nothing would have
  /// found, by the prompts themselves.
  private static double hitShare(List<Question> hour) {
    double found = 0;
    double all = 0;
    for (int i = 0; i < hour.size(); i++) {
      int longest = 0;
      byte[] prompt = hour.get(i).prompt().getBytes(StandardCharsets.US_ASCII);
      for (int j = 0; j < i; j++) {
        byte[] before = hour.get(j).prompt().getBytes(StandardCharsets.US_ASCII);
        int differs = Arrays.mismatch(prompt, before);
        longest = Math.max(longest, differs < 0 ? prompt.length : differs);
      }
      int tokens = longest / BYTES_PER_TOKEN;
      found += tokens - tokens % CACHE_BLOCK_TOKENS;
      all += hour.get(i).inputTokens();
    }
    return found / all;
  }

  private static List<RequestRecord> requested(Path run) {
    List<RequestRecord> requested = new ArrayList<>();
    RunDirectory.open(run)
        .read(entry -> {
          if (entry instanceof RequestRecord record) {
            requested.add(record);
          }
        });
    requested.sort(Comparator.comparingLong(record -> record.stamps().intendedNanos()));
    return requested;
  }

  private static void askAgain(Path file, Path run) {
    Spoken typed = new Spoken();
    int exit =
        typed.run(
            "bench",
            "--virtual",
            "--profile",
            "h100/llama-3.1-8b",
            "--workload",
            file.toString(),
            "--quiet",
            "--out",
            run.toString());
    assertThat(exit).as(typed.err()).isZero();
  }

  @Test
  void readsTheLongestPromptThatIsWritten() {
    Path file = directory.resolve("long.jsonl");
    byte[] part = new byte[9 << 20];
    Question question = new Question(0, 0, "", 1);
    try (Capture capture = Capture.open(CapturePlan.to(file), () -> 0, line -> {})) {
      PromptBlocks prompt = capture.prompt();
      prompt.append(PromptPart.FRAME, part, 0, part.length);
      prompt.append(PromptPart.TURNS, part, 0, part.length);
      assertThat(capture.offer(record(0, question), prompt)).isTrue();
    }
    assertThat(DataFile.read(file)).isInstanceOf(DataSet.Lengths.class);
  }

  @Test
  void sendsTheSameLengthsAtTheSameTimesWithTheSamePrefixes() {
    List<Question> hour = hour();
    Path file = directory.resolve("traffic.jsonl");
    Path run = directory.resolve("again");
    capture(hour, file);
    askAgain(file, run);

    List<RequestRecord> requested = requested(run);
    assertThat(requested).hasSameSizeAs(hour);
    long first = hour.getFirst().nanos();
    double cached = 0;
    double input = 0;
    double original = 0;
    for (int i = 0; i < requested.size(); i++) {
      RequestRecord again = requested.get(i);
      Question question = hour.get(i);
      // The file has microseconds.
      assertThat(again.stamps().intendedNanos())
          .isCloseTo(question.nanos() - first, within(2_000L));
      assertThat(again.requested().inputTokens()).isEqualTo(question.inputTokens());
      assertThat(again.requested().outputTokens()).isEqualTo(question.outputTokens());
      assertThat(again.tokens().usageOutput()).isEqualTo(question.outputTokens());
      cached += Math.max(0, again.tokens().usageCachedInput());
      input += again.tokens().usageInput();
      original += question.inputTokens();
    }
    assertThat(input / original).isCloseTo(1, within(.001));
    // Of each shared beginning half a block of 32 bytes is lost: 4 of about 750 tokens.
    assertThat(cached / input).isCloseTo(hitShare(hour), within(.01));
  }
}
