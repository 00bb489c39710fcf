package dev.goodput.record;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// The word in which a server states why a response ended.
public final class FinishReason {
  /// Parts of words that mean an error, abort, failure, cancellation, time-out, overload or missing
  /// resources; compared without case and separators.
  private static final List<String> FAILURES =
      List.of(
          "error",
          "abort",
          "fail",
          "cancel",
          "timeout",
          "timedout",
          "timelimit",
          "deadline",
          "expired",
          "overload",
          "unavailable",
          "insufficient",
          "resource",
          "exhaust",
          "capacity",
          "quota",
          "ratelimit",
          "throttl",
          "outofmemory",
          "network",
          "disconnect",
          "connectionlost",
          "connectionreset",
          "connectionclosed",
          "interrupt",
          "preempt",
          "exception",
          "crash",
          "killed",
          "shutdown");

  /// Short words that also occur inside harmless ones ("default").
  private static final Set<String> FAILURE_WORDS = Set.of("fault", "oom", "busy");

  /// The words that the APIs' documentation lists for responses that a server completed.
  private static final Set<String> DOCUMENTED =
      Set.of(
          "",
          // OpenAI and servers with its API
          "stop",
          "length",
          "toolcalls",
          "toolcall",
          "functioncall",
          "contentfilter",
          "completed",
          "incomplete",
          "maxoutputtokens",
          // Anthropic, Bedrock
          "endturn",
          "maxtokens",
          "stopsequence",
          "tooluse",
          "pauseturn",
          "refusal",
          "modelcontextwindowexceeded",
          "guardrailintervened",
          "contentfiltered",
          "malformedmodeloutput",
          "malformedtooluse",
          // Gemini, Cohere
          "complete",
          "safety",
          "recitation",
          "language",
          "other",
          "blocklist",
          "prohibitedcontent",
          "spii",
          "malformedfunctioncall",
          "unexpectedtoolcall",
          "imagesafety",
          "finishreasonunspecified",
          // TGI, llama.cpp, Ollama
          "eostoken",
          "eos",
          "limit",
          "word",
          "none",
          "load",
          "unload",
          // Mistral, DeepSeek, Zhipu, Moonshot, vLLM
          "modellength",
          "sensitive",
          "repetition");

  private static final int LONGEST_SHOWN = 40;

  private static final Pattern SEPARATORS = Pattern.compile("[^a-z0-9]+");

  private FinishReason() {}

  /// Returns whether the word means that the engine or the provider gave up on the request.
  public static boolean meansFailure(String word) {
    String plain = plain(word);
    return FAILURES.stream().anyMatch(plain::contains)
        || List.of(SEPARATORS.split(word.toLowerCase(Locale.ROOT))).stream()
            .anyMatch(FAILURE_WORDS::contains);
  }

  /// Returns whether an API documents the word for a completed response; true if there is no word.
  public static boolean documented(String word) {
    return DOCUMENTED.contains(plain(word));
  }

  /// Returns the word for display, shortened: a server may send one of any length.
  public static String shown(String word) {
    return word.length() > LONGEST_SHOWN ? word.substring(0, LONGEST_SHOWN) + "…" : word;
  }

  private static String plain(String word) {
    return SEPARATORS.matcher(word.toLowerCase(Locale.ROOT)).replaceAll("");
  }
}
