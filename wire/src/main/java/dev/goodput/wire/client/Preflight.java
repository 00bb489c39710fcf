package dev.goodput.wire.client;

import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.PreflightException;
import dev.goodput.wire.dialect.LlmRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/// A check of a target before load starts. It finds out what the target is, and reports problems in
/// one clear line.
public final class Preflight {
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final int ANSWER_TOKENS = 2;

  /// For models whose first tokens are control tokens that the server does not show.
  private static final int MORE_TOKENS = 16;

  private final PreflightOptions options;
  private final PreflightMessages words;
  private final ProbeSender line;
  private final Set<String> notes = new LinkedHashSet<>();
  private final List<TargetFacts.ProbeCount> counts = new ArrayList<>();
  private ModelList offered = ModelList.NONE;
  private String model = "";
  private String server = "";
  private OptionalInt inputTokens = OptionalInt.empty();
  private int outputTokens;
  private boolean answered;
  private boolean usage;
  private boolean contradicted;
  private boolean requestUsage = true;

  private Preflight(PreflightOptions options, PreflightMessages words, ProbeSender line) {
    this.options = options;
    this.words = words;
    this.line = line;
  }

  /// Reads the model list, sends the options' prompts, and returns what was learned. Blocks, and
  /// uses a loop of its own.
  ///
  /// @throws PreflightException with one clear line if the target cannot be measured
  /// @throws dev.goodput.wire.BadSettingException if a TLS file or the extra body cannot be used
  public static TargetFacts probe(
      Endpoint endpoint, PreflightOptions options, PreflightListener listener) {
    return probe(endpoint, options, listener, TIMEOUT);
  }

  static TargetFacts probe(
      Endpoint endpoint, PreflightOptions options, PreflightListener listener, Duration budget) {
    try (EventLoops loops = EventLoops.start(1)) {
      Loop loop = loops.loops().getFirst();
      ProbeSender line = new ProbeSender(endpoint, loop, options.timeout(), listener, budget);
      try {
        PreflightMessages words =
            PreflightMessages.of(endpoint, options.timeout(), line.redaction());
        return new Preflight(options, words, line).run();
      } finally {
        line.close();
      }
    }
  }

  private TargetFacts run() {
    offered = models();
    model = choose();
    for (String prompt : options.prompts()) {
      ask(prompt);
    }
    noteUsage();
    return new TargetFacts(
        model,
        offered.names(),
        offered.maxModelLen(model),
        usage,
        requestUsage,
        server,
        line.requested(),
        inputTokens,
        outputTokens,
        counts,
        List.copyOf(notes),
        line.http());
  }

  private ModelList models() {
    ProbeSender.Reply reply = line.models();
    noteServer(reply);
    boolean named = options.model() != null;
    PreflightException problem = words.list(reply, named);
    if (problem != null) {
      throw problem;
    }
    if (reply.body().startsWith("<") && !named) {
      throw words.html(reply.request());
    }
    ModelList list = ModelList.parse(reply.body());
    int brokenAt = list.names().isEmpty() && !named ? ModelList.brokenAt(reply.body()) : 0;
    if (brokenAt > 0) {
      throw words.brokenList(reply, brokenAt);
    }
    return list;
  }

  private void noteServer(ProbeSender.Reply reply) {
    String name = reply.head() == null ? null : reply.head().header("server");
    server = name == null ? server : line.redaction().clean(name);
  }

  /// Returns the model the user named, listed or not, because only the server knows its aliases and
  /// wildcards.
  private String choose() {
    String named = options.model();
    if (named != null) {
      return named;
    }
    if (offered.names().size() != 1) {
      throw words.chooseModel(offered.names());
    }
    return offered.names().getFirst();
  }

  private void ask(String prompt) {
    ProbeSender.Reply reply = put(prompt, ANSWER_TOKENS);
    if (requestUsage && options.stream() && words.refusesUsage(reply.outcome())) {
      requestUsage = false;
      notes.add("the server rejects stream_options, which requests usage: requests go without it");
      reply = put(prompt, ANSWER_TOKENS);
    }
    if (reply.outcome() instanceof Outcome.Empty) {
      reply = put(prompt, MORE_TOKENS);
    }
    judge(reply);
    int promptTokens = reply.exchange().tokens().usageInput();
    if (promptTokens > 0) {
      counts.add(new TargetFacts.ProbeCount(prompt.split("\\s+").length, promptTokens));
    }
  }

  private ProbeSender.Reply put(String prompt, int maxTokens) {
    LlmRequest ask =
        new LlmRequest(
            model,
            List.of(),
            prompt,
            maxTokens,
            options.stream(),
            options.stream() && requestUsage,
            options.ignoreEos(),
            options.temperature(),
            options.extraBodyJson());
    ProbeSender.Reply reply = line.post(ask);
    count(reply.exchange().tokens(), reply.exchange().chunks().count());
    return reply;
  }

  /// Counts every probe, including repeated ones, because the server counted them too.
  private void count(TokenCounts tokens, int contentEvents) {
    int named = tokens.reportedOutput(contentEvents);
    outputTokens += named >= 0 ? named : contentEvents;
    usage |= named >= 0;
    contradicted |= named != tokens.usageOutput();
    if (tokens.usageInput() > 0) {
      inputTokens = OptionalInt.of(inputTokens.orElse(0) + tokens.usageInput());
    }
  }

  private void judge(ProbeSender.Reply reply) {
    boolean unlisted = !offered.names().isEmpty() && !offered.offers(model);
    PreflightException fatal = words.fatal(reply.outcome(), reply.request());
    if (fatal != null) {
      throw words.aboutModel(reply.outcome(), model, offered)
          ? words.modelRefused(model, reply.outcome(), offered.names())
          : fatal;
    }
    if (!(reply.outcome() instanceof Outcome.Ok)) {
      notes.add("a probe did not succeed: " + words.outcome(reply.outcome()));
      return;
    }
    answered = true;
    if (options.stream() && !Stamps.present(reply.exchange().firstTokenNanos())) {
      throw words.noStream(reply.request());
    }
    if (unlisted) {
      notes.add(words.unlisted(model, offered.names()));
    }
    String coding = reply.header("content-encoding");
    if (!coding.isEmpty() && !coding.equals("identity")) {
      notes.add(words.compressed(coding));
    }
  }

  private void noteUsage() {
    if (usage || options.prompts().isEmpty()) {
      return;
    }
    String counted =
        "output tokens are counted with the tokenizer where there is one, else in chunks";
    String none =
        contradicted
            ? "the server's usage reports 0 output tokens with content, which is not believed: "
            : "the server names no usage that could be used: ";
    notes.add(
        answered
            ? none + counted
            : "no probe got a full response: usage is requested, and where none comes " + counted);
  }
}
