package dev.goodput.wire.client;

import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.PreflightException;
import dev.goodput.wire.dialect.Ask;
import dev.goodput.wire.http.ResponseHead;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Asks a target who it is before load starts, and says in one clear line what is wrong with it.
public final class Preflight {
  private static final String MODELS = "/v1/models";
  private static final int ANSWER_TOKENS = 2;
  private static final long CONNECT_NANOS = 10_000_000_000L;

  private final Endpoint endpoint;
  private final PreflightOptions options;
  private final PreflightWords words;
  private final Loop loop;
  private final LlmClient client;
  private final Set<String> notes = new LinkedHashSet<>();
  private final List<TargetFacts.ProbeCount> counts = new ArrayList<>();
  private String server = "";
  private int outputTokens;
  private int probes;
  private boolean usage;

  private Preflight(Endpoint endpoint, PreflightOptions options, Loop loop) {
    this.endpoint = endpoint;
    this.options = options;
    this.words = new PreflightWords(base(endpoint), options.timeout());
    this.loop = loop;
    long step = options.timeout().toNanos();
    var timeouts = new Timeouts(Math.min(step, CONNECT_NANOS), step, step, step);
    this.client =
        LlmClient.open(
            loop,
            endpoint,
            new ClientOptions(NanoClock.SYSTEM.nanoTime(), timeouts, false, NanoClock.SYSTEM));
  }

  private static String base(Endpoint endpoint) {
    String url = endpoint.baseUrl().toString();
    String root = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    return root.endsWith("/v1") ? root.substring(0, root.length() - 3) : root;
  }

  /// Reads the model list, asks the options' questions, and says what it learned. Blocks, on a loop
  /// of its own.
  ///
  /// @throws PreflightException where the target cannot be measured: one clear line
  /// @throws dev.goodput.wire.BadSettingException where a TLS file or the extra body is of no use
  public static TargetFacts probe(Endpoint endpoint, PreflightOptions options) {
    try (EventLoops loops = EventLoops.start(1)) {
      Preflight preflight = new Preflight(endpoint, options, loops.loops().getFirst());
      try {
        return preflight.run();
      } finally {
        preflight.client.close();
      }
    }
  }

  private TargetFacts run() {
    ModelList offered = models();
    String model = choose(offered);
    for (String prompt : options.prompts()) {
      ask(model, prompt, offered);
    }
    return new TargetFacts(
        model,
        offered.names(),
        offered.maxModelLen(model),
        options.stream(),
        usage,
        server,
        probes,
        outputTokens,
        counts,
        List.copyOf(notes));
  }

  /// Runs an exchange on the loop and waits for its end; the time-outs see to it that it comes.
  private static Exchange await(Loop loop, Consumer<CallListener> start) {
    CompletableFuture<Exchange> done = new CompletableFuture<>();
    loop.execute(() -> {
      try {
        start.accept(done::complete);
      } catch (RuntimeException e) {
        done.completeExceptionally(e);
      }
    });
    return done.join();
  }

  private ModelList models() {
    RawBody body = new RawBody();
    LiveCall[] call = new LiveCall[1];
    Exchange exchange =
        await(
            loop,
            listener ->
                call[0] =
                    client.start(RequestHead.get(endpoint, MODELS), false, _ -> body, listener));
    ResponseHead head = call[0].reader().responseHead();
    noteServer(head);
    String request = "GET " + BaseUrl.path(endpoint.baseUrl(), MODELS);
    boolean mayGoOn = options.model() != null && head != null && head.status() / 100 != 3;
    PreflightException fatal = words.fatal(exchange.outcome(), request);
    boolean unauthorized = fatal != null && fatal.kind() == PreflightException.Kind.UNAUTHORIZED;
    if (fatal != null && (!mayGoOn || unauthorized)) {
      throw fatal.kind() == PreflightException.Kind.NOT_FOUND && head != null
          ? words.noList(head.status(), request)
          : fatal;
    }
    if (exchange.outcome() instanceof Outcome.Reset(String detail)) {
      throw words.closed(detail, request);
    }
    boolean page = body.text().startsWith("<");
    if (page && !mayGoOn) {
      throw words.html(request);
    }
    return ModelList.parse(body.text());
  }

  private void noteServer(@Nullable ResponseHead head) {
    String named = head == null ? null : head.header("server");
    server = named == null ? server : named;
  }

  private String choose(ModelList offered) {
    String named = options.model();
    if (named == null) {
      if (offered.names().size() != 1) {
        throw words.chooseModel(offered.names());
      }
      return offered.names().getFirst();
    }
    if (!offered.names().isEmpty() && !offered.offers(named)) {
      throw words.unknownModel(named, offered.names());
    }
    return named;
  }

  private void ask(String model, String prompt, ModelList offered) {
    boolean stream = options.stream();
    byte[] body =
        endpoint
            .dialect()
            .encode(
                new Ask(
                    model,
                    List.of(),
                    prompt,
                    ANSWER_TOKENS,
                    stream,
                    stream,
                    false,
                    null,
                    options.extraBodyJson()));
    String request = "POST " + BaseUrl.path(endpoint.baseUrl(), endpoint.dialect().path());
    Exchange exchange = await(loop, listener -> client.send(body, stream, listener));
    probes++;
    int named = exchange.tokens().usageOutput();
    outputTokens += named >= 0 ? named : exchange.chunks().count();
    judge(exchange, request, model, offered);
    int promptTokens = exchange.tokens().usageInput();
    if (promptTokens >= 0) {
      counts.add(new TargetFacts.ProbeCount(prompt.split("\\s+").length, promptTokens));
    }
  }

  private void judge(Exchange exchange, String request, String model, ModelList offered) {
    PreflightException fatal = words.fatal(exchange.outcome(), request);
    if (fatal != null) {
      boolean aboutModel =
          exchange.outcome() instanceof Outcome.HttpError(int status, String detail)
              && (status == 404 || status == 400)
              && detail.contains(model);
      throw aboutModel ? words.modelRefused(model, fatal, offered.names()) : fatal;
    }
    if (!(exchange.outcome() instanceof Outcome.Ok)) {
      notes.add("a probe did not succeed: " + words.outcome(exchange.outcome()));
      return;
    }
    if (options.stream() && !Stamps.present(exchange.firstTokenNanos())) {
      throw words.noStream(request);
    }
    if (exchange.tokens().usageOutput() >= 0) {
      usage = true;
    } else {
      notes.add(
          "the server names no usage: output tokens are counted with the tokenizer where there is"
              + " one, else in chunks");
    }
  }
}
