package dev.goodput.runner.score;

import dev.goodput.quality.JudgePrompt;
import dev.goodput.quality.JudgePrompt.Verdict;
import dev.goodput.record.Outcome;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.Poster;
import dev.goodput.wire.dialect.LlmRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A language model that compares answers with references, over the chat API. It works after the
/// load has ended, a few requests at a time, at temperature 0.
///
/// @param model the judge's name
/// @param endpoint the judge's endpoint; responses are not streamed
/// @param limit the longest time for one reply
/// @param print receives the one line about the work ahead
public record Judge(String model, Endpoint endpoint, Duration limit, Consumer<String> print) {
  /// The usual time limit.
  public static final Duration LIMIT = Duration.ofMinutes(2);

  private static final int WORKERS = 4;

  /// Enough for models that reason before they reply.
  private static final int MAX_TOKENS = 1024;

  /// The most characters of a reply in an error message.
  private static final int LONGEST = 60;

  private static final Pattern WEB_PAGE = Pattern.compile("(?i)\\s*<(!doctype|html)\\b");

  private static final int FAILURES_IN_A_ROW = 8;
  private static final int POLL_MS = 200;

  /// An answer to judge.
  ///
  /// @param question the prompt; empty if it is not known
  /// @param answer the answer
  /// @param reference what it is compared with
  public record Pair(String question, String answer, String reference) {}

  /// The judge's reply to one question.
  ///
  /// @param verdict the verdict; null if the request failed
  /// @param text the shortened reply if it has no verdict, or why the request failed
  public record Reply(@Nullable Verdict verdict, String text) {}

  /// The replies about one answer.
  ///
  /// @param answerFirst the reply with the answer in the first place
  /// @param answerSecond the reply with the answer in the second place
  public record Judged(Reply answerFirst, Reply answerSecond) {}

  /// Sends one request, to find out before the load whether the judge responds.
  ///
  /// @throws AppException.NoAnswer if it does not
  public void check() {
    try (Poster poster = Poster.open(endpoint, limit)) {
      Reply reply = ask(poster, JudgePrompt.of("What is 1 + 1?", "2", "3"));
      if (reply.verdict == null) {
        throw new AppException.NoAnswer(
            ExitCode.UNREACHABLE, "the judge of --judge-url does not respond: " + reply.text);
      }
      if (reply.verdict == Verdict.UNREADABLE) {
        throw new AppException.NoAnswer(
            ExitCode.UNREACHABLE,
            "the judge of --judge-url replies without a verdict, one of [[A]], [[B]] and [[C]]: \""
                + reply.text
                + "\"");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Judges each answer in both orders.
  ///
  /// @param stopped whether to leave out the rest; the open requests are cut then
  /// @return the replies in the order of the answers; null for an omitted answer
  public List<@Nullable Judged> judge(List<Pair> pairs, BooleanSupplier stopped) {
    if (pairs.isEmpty() || stopped.getAsBoolean()) {
      return Collections.nCopies(pairs.size(), null);
    }
    print.accept("%s judges %d responses, each in both orders".formatted(model, pairs.size()));
    @Nullable Judged[] judged = new Judged[pairs.size()];
    AtomicInteger next = new AtomicInteger();
    AtomicInteger failures = new AtomicInteger();
    Runnable worker =
        () -> {
          try (Poster poster = Poster.open(endpoint, limit)) {
            int i = next.getAndIncrement();
            while (i < judged.length && failures.get() < FAILURES_IN_A_ROW) {
              judged[i] = both(poster, pairs.get(i), failures);
              i = next.getAndIncrement();
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    try (ExecutorService workers = Executors.newFixedThreadPool(WORKERS)) {
      IntStream.range(0, WORKERS).forEach(_ -> workers.execute(worker));
      workers.shutdown();
      await(workers, stopped);
    }
    return Arrays.asList(judged);
  }

  private static void await(ExecutorService workers, BooleanSupplier stopped) {
    try {
      while (!workers.awaitTermination(POLL_MS, TimeUnit.MILLISECONDS)) {
        if (stopped.getAsBoolean()) {
          workers.shutdownNow();
        }
      }
    } catch (InterruptedException e) {
      workers.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private Judged both(Poster poster, Pair pair, AtomicInteger failures)
      throws InterruptedException {
    Reply first =
        counted(ask(poster, JudgePrompt.of(pair.question, pair.answer, pair.reference)), failures);
    Reply second =
        counted(ask(poster, JudgePrompt.of(pair.question, pair.reference, pair.answer)), failures);
    return new Judged(first, second);
  }

  private static Reply counted(Reply reply, AtomicInteger failures) {
    if (reply.verdict == null) {
      failures.incrementAndGet();
    } else {
      failures.set(0);
    }
    return reply;
  }

  private Reply ask(Poster poster, String question) throws InterruptedException {
    LlmRequest request =
        new LlmRequest(
            model,
            List.of(new LlmRequest.Turn("user", question)),
            null,
            MAX_TOKENS,
            false,
            false,
            false,
            0.0,
            null);
    Poster.Posted posted = poster.post(endpoint.dialect().encode(request));
    if (!posted.taken()) {
      return new Reply(null, reason(posted.outcome()));
    }
    String body = StandardCharsets.UTF_8.decode(posted.answer()).toString();
    String text = text(body);
    if (text == null) {
      return new Reply(null, "no response of the chat API: \"" + shortened(body) + "\"");
    }
    Verdict verdict = JudgePrompt.read(text);
    return new Reply(verdict, verdict == Verdict.UNREADABLE ? shortened(text) : "");
  }

  private static String reason(Outcome outcome) {
    if (outcome instanceof Outcome.HttpError error) {
      return error.words();
    }
    return outcome.detail().isEmpty() ? outcome.key() : outcome.key() + ": " + outcome.detail();
  }

  /// Returns the text of a chat response; null if the body is none, or the text is a web page.
  private static @Nullable String text(String body) {
    try {
      JsonNode message = JsonMapper.shared().readTree(body).at("/choices/0/message");
      String text = message.path("content").stringValue("");
      return message.isObject() && !WEB_PAGE.matcher(text).lookingAt() ? text : null;
    } catch (JacksonException e) {
      return null;
    }
  }

  private static String shortened(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() > LONGEST
        ? line.substring(0, line.offsetByCodePoints(0, LONGEST / 2)) + "…"
        : line;
  }
}
