package dev.goodput.simulator.http;

import dev.goodput.record.SplitMix64;
import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.engine.EngineListener;
import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.engine.EngineStats;
import dev.goodput.simulator.engine.Sequence;
import dev.goodput.simulator.fault.Fault;
import dev.goodput.simulator.fault.FaultKind;
import dev.goodput.simulator.fault.FaultPlan;
import dev.goodput.simulator.fault.FaultSet;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.server.HttpHandler;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The simulated server between two planned crashes: it routes requests and submits completions to
/// the engine.
final class SimulatorHandler implements HttpHandler, EngineListener<Completion> {
  private static final String FAULT_HEADER = "x-goodput-fault";
  private static final int COMPLETIONS_DEFAULT_TOKENS = 16;

  private final SimulatorOptions options;
  private final Loop loop;
  private final NanoClock clock;
  private final RealTimeEngine engine;
  private final ServerMetrics metrics;
  private final long created;
  private long requests;

  /// @param created value of the `created` fields, seconds since 1970
  SimulatorHandler(SimulatorOptions options, Loop loop, NanoClock clock, long created) {
    this.options = options;
    this.loop = loop;
    this.clock = clock;
    engine = new RealTimeEngine(options.profile(), loop, clock, this);
    metrics = new ServerMetrics(options.model());
    this.created = created;
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) {
    try {
      route(request, response);
    } catch (SimulatorException.Refused e) {
      Replies.error(response, e.status(), e.type(), e.parameter(), e.getMessage());
    } catch (SimulatorException e) {
      Replies.error(response, 400, "BadRequestError", FAULT_HEADER, e.getMessage());
    }
  }

  @Override
  public void scheduled(Sequence<Completion> sequence, long nanos) {
    sequence.owner().stamps().scheduledNanos = nanos;
  }

  @Override
  public void token(Sequence<Completion> sequence, long nanos) {
    Completion completion = sequence.owner();
    metrics.token(completion.stamps(), sequence.generated() == 1, nanos);
    if (sequence.state() == Sequence.State.FINISHED) {
      metrics.finished(completion, sequence.generated());
    }
    completion.produced();
  }

  EngineStats stats() {
    return engine.stats();
  }

  void stop() {
    engine.stop();
  }

  private void route(ServerRequest request, ServerResponse response) {
    switch (request.path()) {
      case "/health", "/ping" -> {
        Replies.text(response, "text/plain", "");
        return;
      }
      default -> authorise(request);
    }
    switch (request.path()) {
      case "/v1/chat/completions" -> complete(request, response, true);
      case "/v1/completions" -> complete(request, response, false);
      case "/v1/models" -> {
        if (!Set.of("GET", "HEAD").contains(request.method())) {
          throw notAllowed("GET", request);
        }
        Replies.json(response, 200, models());
      }
      case "/metrics" ->
          Replies.text(
              response,
              "text/plain; version=0.0.4; charset=utf-8",
              metrics.render(engine.stats(), options.profile(), engine.worstLagNanos()));
      default ->
          throw new SimulatorException.Refused(
              404,
              "NotFoundError",
              "",
              "no such path: "
                  + request.path()
                  + " (there are /v1/chat/completions, /v1/completions, /v1/models, /health,"
                  + " /metrics)");
    }
  }

  private void authorise(ServerRequest request) {
    if (options.apiKey() != null
        && !("Bearer " + options.apiKey()).equals(request.header("authorization"))) {
      throw new SimulatorException.Refused(
          401, "AuthenticationError", "", "a valid API key is required as bearer token");
    }
  }

  private static SimulatorException notAllowed(String offered, ServerRequest request) {
    return new SimulatorException.Refused(
        405, "MethodNotAllowed", "", request.method() + " is not offered here, use " + offered);
  }

  private void complete(ServerRequest request, ServerResponse response, boolean chat) {
    if (!request.method().equals("POST")) {
      throw notAllowed("POST", request);
    }
    FaultSet faults = faults(request.header(FAULT_HEADER), requests++);
    Fault reject = faults.get(FaultKind.REJECT);
    if (reject != null) {
      String type = reject.first() == 429 ? "RateLimitError" : "ServiceUnavailableError";
      Replies.retryLater(response, (int) reject.first(), (int) reject.second(), type);
      return;
    }
    CompletionRequest ask = CompletionRequestParser.read(request.body(), chat);
    if (!options.serves(ask.model())) {
      throw new SimulatorException.Refused(
          404,
          "NotFoundError",
          "model",
          "The model `%s` does not exist. Offered: %s.".formatted(ask.model(), options.model()));
    }
    CompletionPlan plan = CompletionPlan.make(ask, options, room(ask), variation(faults), requests);
    answer(ask, plan, faults, response);
  }

  private @Nullable Fault variation(FaultSet faults) {
    Fault vary = faults.get(FaultKind.VARY);
    EngineStats stats = engine.stats();
    return vary != null && stats.running() + stats.waiting() >= vary.second() ? vary : null;
  }

  /// Returns the largest number of output tokens for a request.
  private int room(CompletionRequest ask) {
    int longest = options.profile().maxModelLen();
    int prompt = ask.prompt().tokens();
    int requested =
        !ask.chat() && ask.maxTokens() < 0 ? COMPLETIONS_DEFAULT_TOKENS : ask.maxTokens();
    if (prompt >= longest) {
      throw CompletionRequestParser.bad(
          ask.chat() ? "messages" : "prompt",
          "This model's maximum context length is %d tokens; the prompt has %d."
              .formatted(longest, prompt));
    }
    if (requested > longest - prompt) {
      throw CompletionRequestParser.bad(
          "max_tokens",
          "max_tokens is too large: %d. This model's maximum context length is %d tokens and the prompt has %d."
              .formatted(requested, longest, prompt));
    }
    return requested < 0 ? longest - prompt : requested;
  }

  private void answer(
      CompletionRequest ask, CompletionPlan plan, FaultSet faults, ServerResponse response) {
    String id =
        (ask.chat() ? "chatcmpl-" : "cmpl-")
            + Long.toHexString(
                SplitMix64.mix(options.answers().seed() + requests * 31) | Long.MIN_VALUE);
    CompletionFormat format =
        new CompletionFormat(
            ask.chat(), id, created, options.model(), options.answers().reasoningField());
    Completion completion = new Completion(ask, plan, faults, response, format, clock.nanoTime());
    EngineRequest wanted =
        EngineRequest.of(ask.prompt().tokens(), plan.entries().length, plan.hashes());
    Sequence<Completion> sequence = engine.submit(wanted, completion);
    Runnable giveUp = () -> giveUp(sequence);
    response.onClosed(giveUp);
    completion.bind(
        sequence,
        ask.stream()
            ? new StreamWriter(completion, this::after, options.answers().tokensPerChunk(), giveUp)
            : new UnstreamedWriter(completion, this::after));
  }

  private void giveUp(Sequence<Completion> sequence) {
    Sequence.State before = sequence.state();
    engine.abort(sequence);
    if (before != sequence.state()) {
      metrics.aborted();
    }
  }

  private void after(double seconds, Runnable action) {
    var _ = loop.at(clock.nanoTime() + Math.round(seconds * 1e9), action);
  }

  private FaultSet faults(@Nullable String header, long number) {
    return header == null
        ? options.faults().draw(options.answers().seed(), number)
        : FaultPlan.parse(header).draw(options.answers().seed(), number);
  }

  private byte[] models() {
    String name = Json.quoted(options.model());
    return """
    {"object":"list","data":[{"id":%s,"object":"model","created":%d,"owned_by":"goodput",\
    "root":%s,"parent":null,"max_model_len":%d}]}\
    """
        .formatted(name, created, name, options.profile().maxModelLen())
        .getBytes(StandardCharsets.UTF_8);
  }
}
