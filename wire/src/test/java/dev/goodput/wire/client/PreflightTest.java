package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goodput.testing.RawServer;
import dev.goodput.wire.PreflightException;
import dev.goodput.wire.PreflightException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PreflightTest {
  private static final String ONE =
      "{\"object\":\"list\",\"data\":[{\"id\":\"tiny\",\"max_model_len\":1024}]}";
  private static final String TWO = "{\"data\":[{\"id\":\"a-8b\"},{\"id\":\"b-32b\"}]}";
  private static final String USAGE =
      "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":17,\"completion_tokens\":2}}\n\n";

  private static PreflightOptions options(@Nullable String model) {
    return new PreflightOptions(
        model, true, false, null, null, Duration.ofMillis(1500), List.of("one two three", "four"));
  }

  private static TargetFacts probe(@Nullable String model, RawServer.Script script)
      throws Exception {
    try (RawServer server = RawServer.start(script)) {
      return against(server.url(), model);
    }
  }

  private static TargetFacts against(String url, @Nullable String model) {
    return Preflight.probe(ClientRig.endpoint(url), options(model), PreflightListener.NONE);
  }

  private static PreflightException problem(@Nullable String model, RawServer.Script script)
      throws Exception {
    try (RawServer server = RawServer.start(script)) {
      PreflightException problem =
          catchThrowableOfType(PreflightException.class, () -> against(server.url(), model));
      assertThat(problem).hasMessageContaining(server.url()).hasMessageNotContaining("\n");
      return problem;
    }
  }

  /// Serves this model list, and answers prompts with these events.
  private static RawServer.Script server(String models, String... events) {
    return list(200, models, (line, _, _) -> line.stream(events));
  }

  /// Serves the list with a status and body, and leaves prompts to another script.
  private static RawServer.Script list(int status, String body, RawServer.Script requested) {
    return (line, request, number) -> {
      if (request.startsWith("GET")) {
        line.json(status, body);
      } else {
        requested.answer(line, request, number);
      }
    };
  }

  /// Serves this model list, and gives every prompt the same response.
  private static RawServer.Script answering(String models, int status, String body) {
    return list(200, models, (line, _, _) -> line.json(status, body));
  }

  private static RawServer.Script usual(String models) {
    return server(models, Replay.delta("a"), Replay.finish("length"), USAGE, "data: [DONE]\n\n");
  }

  @Test
  void identifiesTheTarget() throws Exception {
    TargetFacts facts = probe(null, usual(ONE));
    assertThat(facts.model()).isEqualTo("tiny");
    assertThat(facts.models()).containsExactly("tiny");
    assertThat(facts.maxModelLen()).hasValue(1024);
    assertThat(facts.usage()).isTrue();
    assertThat(facts.requestUsage()).isTrue();
    assertThat(facts.probeRequests()).isEqualTo(2);
    assertThat(facts.probeInputTokens()).hasValue(34);
    assertThat(facts.probeOutputTokens()).isEqualTo(4);
    assertThat(facts.promptCounts())
        .containsExactly(new TargetFacts.ProbeCount(3, 17), new TargetFacts.ProbeCount(1, 17));
    assertThat(facts.notes()).isEmpty();
  }

  @Test
  void takesTheNamedOneOfSeveralModels() throws Exception {
    assertThat(probe("b-32b", usual(TWO)).model()).isEqualTo("b-32b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"data\":[{\"id\":\"m\"} | with JSON that breaks off after 19 characters",
        "{\"data\":!} | with what is not JSON at character 9",
        "'' | with nothing"
      })
  void reportsABrokenModelList(String list, String words) throws Exception {
    PreflightException problem = problem(null, usual(list));
    assertThat(problem.kind()).isEqualTo(Kind.MALFORMED);
    assertThat(problem)
        .hasMessageEndingWith(
            "answers GET /v1/models "
                + words
                + ". Is it an LLM server? If it is, name the model with --model");
    assertThat(probe("m", usual(list)).model()).isEqualTo("m");
  }

  @Test
  void needsANameForSeveralModels() throws Exception {
    PreflightException problem = problem(null, usual(TWO));
    assertThat(problem.kind()).isEqualTo(Kind.UNKNOWN_MODEL);
    assertThat(problem)
        .hasMessageEndingWith("serves several models: a-8b, b-32b. Name one with --model");
  }

  @Test
  void namesTheModelsWhenTheRequestedOneIsUnknown() throws Exception {
    PreflightException problem =
        problem("llama3", answering(TWO, 404, "{\"error\":\"no such model\"}"));
    assertThat(problem.kind()).isEqualTo(Kind.UNKNOWN_MODEL);
    assertThat(problem.getMessage())
        .startsWith("no model \"llama3\" at http://127.0.0.1:")
        .endsWith(
            " (it reports: no such model). It serves: a-8b, b-32b. Use --model with one of these")
        .doesNotContain("path");
  }

  @Test
  void acceptsAServedModelThatIsNotListed() throws Exception {
    TargetFacts facts = probe("openai/any", usual(TWO));
    assertThat(facts.model()).isEqualTo("openai/any");
    assertThat(facts.notes())
        .containsExactly(
            "the server answers for model \"openai/any\" and does not list it; it lists:"
                + " \"a-8b\", \"b-32b\"");
  }

  @Test
  void doesNotSuggestTheRejectedModel() throws Exception {
    String refusal = "{\"error\":{\"message\":\"\\\"tiny\\\" does not support chat\"}}";
    PreflightException problem = problem("tiny", answering(ONE, 400, refusal));
    assertThat(problem.kind()).isEqualTo(Kind.REJECTED);
    assertThat(problem)
        .hasMessageEndingWith(
            "rejects POST /v1/chat/completions (400: \"tiny\" does not support chat)");
  }

  @Test
  void aHugeLengthDoesNotHideTheModel() throws Exception {
    String list =
        "{\"data\":[{\"id\":\"m\",\"max_model_len\":99999999999999999999},{\"id\":\"n\"}]}";
    TargetFacts facts = probe("m", usual(list));
    assertThat(facts.models()).containsExactly("m", "n");
    assertThat(facts.maxModelLen()).hasValue(Integer.MAX_VALUE);
  }

  @Test
  void needsNoModelListWhenAModelIsNamed() throws Exception {
    RawServer.Script script = list(404, "{\"detail\":\"Not Found\"}", usual(ONE));
    TargetFacts facts = probe("mine", script);
    assertThat(facts.model()).isEqualTo("mine");
    assertThat(facts.models()).isEmpty();
    assertThat(facts.maxModelLen()).isEmpty();
    assertThat(problem(null, script).kind()).isEqualTo(Kind.NOT_FOUND);
  }

  @Test
  void reportsARefusedConnection() throws Exception {
    String url = "http://127.0.0.1:" + RawServer.deadPort();
    assertThatThrownBy(() -> against(url, null))
        .isInstanceOf(PreflightException.class)
        .hasMessage(
            "cannot reach "
                + url
                + ": connection refused. Is the server up? Try: curl "
                + url
                + "/v1/models");
  }

  @Test
  void reportsAnUnknownHost() {
    PreflightException problem =
        catchThrowableOfType(PreflightException.class, () -> against("http://no.invalid", null));
    assertThat(problem.kind()).isEqualTo(Kind.UNKNOWN_HOST);
  }

  @Test
  void reportsAMissingKey() throws Exception {
    PreflightException problem =
        problem("m", (line, _, _) -> line.json(401, "{\"error\":\"no key\"}"));
    assertThat(problem.kind()).isEqualTo(Kind.UNAUTHORIZED);
    assertThat(problem)
        .hasMessageContaining("(401: no key)")
        .hasMessageContaining("--api-key-env NAME");
  }

  @Test
  void namesThePathThatIsNotServed() throws Exception {
    PreflightException problem = problem(null, answering(ONE, 404, "{}"));
    assertThat(problem.kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(problem).hasMessageContaining("POST /v1/chat/completions");
  }

  @Test
  void quotesTheServersMessageAboutARefusedModel() throws Exception {
    String words = "{\"error\":{\"message\":\"The model `nope` does not exist.\"}}";
    PreflightException problem =
        problem("nope", list(404, "{}", (line, _, _) -> line.json(404, words)));
    assertThat(problem.kind()).isEqualTo(Kind.UNKNOWN_MODEL);
    assertThat(problem).hasMessageContaining("The model `nope` does not exist.");
  }

  @Test
  void reportsAnHtmlPage() throws Exception {
    RawServer.Script page =
        (line, _, _) ->
            line.print(
                "HTTP/1.1 200 OK\r\n"
                    + "Content-Type: text/html\r\n"
                    + "Content-Length: 13\r\n\r\n"
                    + "<html></html>");
    assertThat(problem(null, page).kind()).isEqualTo(Kind.HTML);
    assertThat(problem("m", page).kind()).isEqualTo(Kind.HTML);
  }

  @Test
  void reportsAMissingStream() throws Exception {
    String whole = "{\"choices\":[{\"message\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}";
    PreflightException problem = problem(null, answering(ONE, 200, whole));
    assertThat(problem.kind()).isEqualTo(Kind.NO_STREAM);
    assertThat(problem).hasMessageContaining("--no-stream");
  }

  @Test
  void notesMissingUsage() throws Exception {
    TargetFacts facts = probe(null, server(ONE, Replay.delta("a"), "data: [DONE]\n\n"));
    assertThat(facts.usage()).isFalse();
    assertThat(facts.promptCounts()).isEmpty();
    assertThat(facts.probeOutputTokens()).isEqualTo(2);
    assertThat(facts.probeInputTokens()).isEmpty();
    assertThat(facts.notes()).hasSize(1).first().asString().startsWith("the server names no usage");
  }

  @Test
  void countsThePromptOfEveryProbe() throws Exception {
    TargetFacts facts =
        probe(
            null,
            (line, request, _) -> {
              boolean first = request.contains("\"max_tokens\":2,");
              if (request.startsWith("POST") && first) {
                line.stream(Replay.finish("length"), USAGE, "data: [DONE]\n\n");
              } else {
                usual(ONE).answer(line, request, 0);
              }
            });
    assertThat(facts.probeRequests()).isEqualTo(4);
    assertThat(facts.probeInputTokens()).hasValue(4 * 17);
    assertThat(facts.probeOutputTokens()).isEqualTo(4 * 2);
  }

  @Test
  void ignoresAZeroUsageWithContent() throws Exception {
    TargetFacts facts =
        probe(
            null,
            server(
                ONE,
                Replay.delta("a"),
                USAGE.replace("17", "0").replace(":2}", ":0}"),
                "data: [DONE]\n\n"));
    assertThat(facts.usage()).isFalse();
    assertThat(facts.probeInputTokens()).isEmpty();
    assertThat(facts.probeOutputTokens()).isEqualTo(2);
    assertThat(facts.promptCounts()).isEmpty();
    assertThat(facts.notes())
        .singleElement()
        .asString()
        .startsWith("the server's usage reports 0 output tokens with content");
  }

  @Test
  void reportsATimeout() throws Exception {
    PreflightException problem = problem("m", (line, _, _) -> line.silence());
    assertThat(problem.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(problem)
        .hasMessageContaining("accepts connections but did not answer GET /v1/models");
  }

  @Test
  void reportsWhyTheProbeWasRejected() throws Exception {
    String words = "{\"detail\":\"Unexpected fields: {'x'}\"}";
    PreflightException problem = problem(null, answering(ONE, 422, words));
    assertThat(problem.kind()).isEqualTo(Kind.REJECTED);
    assertThat(problem).hasMessageContaining("(422: Unexpected fields: {'x'})");
  }

  @Test
  void continuesWhenAProbeMeetsAnOverloadedServer() throws Exception {
    TargetFacts facts =
        probe(
            null,
            (line, request, number) -> {
              if (number == 1) {
                line.json(503, "{\"error\":\"overloaded\"}");
              } else {
                usual(ONE).answer(line, request, number);
              }
            });
    assertThat(facts.notes())
        .containsExactly("a probe did not succeed: http_error 503: overloaded");
    assertThat(facts.probeRequests()).isEqualTo(2);
    assertThat(facts.usage()).isTrue();
  }

  @Test
  void reportsAResponseThatIsNotHttp() throws Exception {
    for (String greeting : List.of("SSH-2.0-x\r\n\r\n", "SSH-2.0-x\r\n", "220 smtp ready\r\n")) {
      PreflightException problem = problem(null, (line, _, _) -> line.print(greeting));
      assertThat(problem.kind()).as(greeting).isEqualTo(Kind.MALFORMED);
    }
  }

  @Test
  void recognizesATlsPortByItsAlert() throws Exception {
    PreflightException problem =
        problem(null, (line, _, _) -> line.print(new byte[] {21, 3, 1, 0, 2, 2, 40}));
    assertThat(problem.kind()).isEqualTo(Kind.MALFORMED);
    assertThat(problem).hasMessageContaining("https://");
  }

  @Test
  void reportsWhyTheModelListIsUnavailable() throws Exception {
    RawServer.Script loading =
        list(503, "{\"error\":{\"message\":\"Loading model\",\"code\":503}}", usual(ONE));
    PreflightException problem = problem(null, loading);
    assertThat(problem.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(problem).hasMessageContaining("answered with 503: Loading model");
    assertThat(probe("mine", loading).probeRequests()).isEqualTo(2);
  }

  @Test
  void needsNoListThatTheKeyMayNotRead() throws Exception {
    RawServer.Script restricted = list(403, "{\"error\":\"missing scopes\"}", usual(ONE));
    assertThat(probe("mine", restricted).usage()).isTrue();
    assertThat(problem(null, restricted).kind()).isEqualTo(Kind.UNAUTHORIZED);
    assertThat(problem("mine", answering(ONE, 403, "{}")).kind()).isEqualTo(Kind.UNAUTHORIZED);
  }

  @Test
  void omitsStreamOptionsAfterARejection() throws Exception {
    RawServer.Script strict =
        (line, request, number) -> {
          if (request.contains("stream_options")) {
            line.json(422, "{\"detail\":\"Unexpected fields: {'stream_options'}\"}");
          } else {
            server(ONE, Replay.delta("a"), "data: [DONE]\n\n").answer(line, request, number);
          }
        };
    TargetFacts facts = probe(null, strict);
    assertThat(facts.requestUsage()).isFalse();
    assertThat(facts.usage()).isFalse();
    assertThat(facts.probeRequests()).isEqualTo(3);
    assertThat(facts.notes()).hasSize(2).first().asString().contains("rejects stream_options");
  }

  @Test
  void learnsUsageFromAnAnswerWithoutContent() throws Exception {
    List<String> requested = new CopyOnWriteArrayList<>();
    TargetFacts facts =
        probe(
            null,
            (line, request, number) -> {
              requested.add(request);
              server(ONE, Replay.finish("length"), USAGE, "data: [DONE]\n\n")
                  .answer(line, request, number);
            });
    assertThat(facts.usage()).isTrue();
    assertThat(facts.requestUsage()).isTrue();
    assertThat(facts.notes()).containsExactly("a probe did not succeed: empty");
    assertThat(requested.get(1)).contains("\"max_tokens\":2,");
    assertThat(requested.get(2)).contains("\"max_tokens\":16,");
  }

  @Test
  void keepsRequestingUsageWhenItsSupportIsUnknown() throws Exception {
    TargetFacts facts = probe(null, answering(ONE, 429, "{\"error\":\"busy\"}"));
    assertThat(facts.usage()).isFalse();
    assertThat(facts.requestUsage()).isTrue();
    assertThat(facts.notes()).last().asString().startsWith("no probe got a full response");
  }

  @Test
  void probesWithTheSettingsOfTheRun() throws Exception {
    try (RawServer server =
        RawServer.start(answering(ONE, 422, "{\"detail\":\"Unexpected: {'ignore_eos'}\"}"))) {
      PreflightOptions requested =
          new PreflightOptions(
              null, true, true, 0.5, "{\"top_k\":1}", Duration.ofSeconds(5), List.of("one"));
      assertThatThrownBy(() ->
              Preflight.probe(ClientRig.endpoint(server.url()), requested, PreflightListener.NONE))
          .isInstanceOf(PreflightException.class)
          .hasMessageEndingWith("Leave out --ignore-eos");
      assertThat(server.requests().getLast())
          .contains("\"ignore_eos\":true", "\"temperature\":0.5", "\"top_k\":1");
    }
  }

  @Test
  void reportsWhatItWaitsFor() throws Exception {
    List<String> waits = new CopyOnWriteArrayList<>();
    CountDownLatch reported = new CountDownLatch(3);
    RawServer.Script slow =
        (line, request, number) -> {
          if (!request.startsWith("GET")) {
            boolean _ = RawServer.await(reported);
          }
          usual(ONE).answer(line, request, number);
        };
    try (RawServer server = RawServer.start(slow)) {
      TargetFacts facts =
          Preflight.probe(
              ClientRig.endpoint(server.url()),
              new PreflightOptions(
                  null, true, false, null, null, Duration.ofSeconds(10), List.of("one")),
              (what, soFar) -> {
                waits.add(what + " " + soFar.toMillis());
                if (what.startsWith("the first answer")) {
                  reported.countDown();
                }
              },
              Duration.ofMillis(20));
      assertThat(facts.probeRequests()).isEqualTo(1);
      String first = "the first answer of " + server.url();
      assertThat(waits).contains(first + " 20", first + " 30", first + " 40");
    }
  }
}
