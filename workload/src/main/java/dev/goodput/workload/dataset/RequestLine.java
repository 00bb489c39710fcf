package dev.goodput.workload.dataset;

import dev.goodput.workload.dataset.Conversation.Turn;
import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.prompt.Message;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One request of our own JSON lines.
///
/// Fields: `messages` (OpenAI's) or `prompt` (a string) or only `input_tokens` (text is generated);
/// `output_tokens` (also `max_completion_tokens`, `max_tokens`); `reference`, else the assistant
/// message that ends `messages`; `session` (also `session_id`: lines of one session are its turns
/// in order); `delay_ms` (also `delay`: the pause before this turn); `timestamp_ms` (also
/// `timestamp`). An OpenAI batch's request is taken from its `body`. The other members of a
/// recorded body ([RequestMembers]) are sent unchanged.
///
/// @param nanos the recorded time, 0 if there is none
/// @param sent members of the recorded body that are sent unchanged
/// @param notSent fields of the line that no known API has and that are therefore not sent
record RequestLine(long nanos, Turn turn, Set<String> sent, Set<String> notSent) {
  private static final Pattern CONTINUES = Pattern.compile("\"(?:prefix|partial)\"\\s*:\\s*true");

  private static final String MESSAGES = "messages";
  private static final String PROMPT = "prompt";
  private static final String INPUT = "input_tokens";
  private static final String REFERENCE = "reference";
  private static final List<String> ASKS = List.of(MESSAGES, PROMPT);
  private static final List<String> ASKS_OR_COUNTS =
      List.of(MESSAGES, PROMPT, INPUT, MooncakeReader.MARK);
  private static final List<String> OUTPUT =
      List.of("output_tokens", "max_completion_tokens", "max_tokens");
  private static final List<String> SESSION = List.of("session", "session_id");
  private static final List<String> DELAY = List.of("delay_ms", "delay");
  private static final List<String> TIME = List.of("timestamp_ms", "timestamp");

  /// Returns whether a line has a time.
  static boolean timed(JsonRecord line) {
    return line.has(timeField(line));
  }

  static RequestLine read(TextFile file, JsonRecord line, boolean timed) {
    boolean apart = line.find("body") instanceof Json.Fields;
    JsonRecord body =
        line.find("body") instanceof Json.Fields fields ? JsonRecord.of(file, fields) : line;
    refuseSlips(line, body);
    long nanos = timed ? line.millis(timeField(line)) : 0;
    Set<String> members = new LinkedHashSet<>(body.values().keySet());
    members.removeAll(RequestMembers.OURS);
    boolean recorded = apart || line.has("model");
    Set<String> notSent = new LinkedHashSet<>();
    if (!apart) {
      members.removeAll(RequestMembers.OF_LINES);
    }
    if (!recorded) {
      notSent.addAll(members);
      notSent.removeAll(RequestMembers.KNOWN);
      members.removeAll(notSent);
    }
    String json = JsonWriter.only(body.values(), members);
    List<Message> messages = lines(file, body, recorded, notSent);
    return new RequestLine(nanos, turn(messages, line, body, json), members, notSent);
  }

  private static void refuseSlips(JsonRecord line, JsonRecord body) {
    List.of(ASKS, ASKS_OR_COUNTS, OUTPUT).forEach(body::refuseSlips);
    List.of(List.of(REFERENCE), SESSION, DELAY, TIME).forEach(line::refuseSlips);
  }

  private static String timeField(JsonRecord line) {
    return line.choose(TIME);
  }

  /// Returns the session named by a line, null if the line is its own session.
  static @Nullable String session(JsonRecord line) {
    String field = line.choose(SESSION);
    return switch (line.find(field)) {
      case null -> null;
      case Json.Text text -> text.value();
      case Json.Numeral numeral -> numeral.digits();
      case Json.Fields _, Json.Items _, Json.Literal _ ->
          throw line.wrong(field, "a string or a number");
    };
  }

  private static Turn turn(
      List<Message> lines, JsonRecord line, JsonRecord body, @Nullable String members) {
    String reference = line.optionalText(REFERENCE);
    boolean answered =
        lines.size() > 1
            && lines.getLast().role().equals(MessageReader.ASSISTANT)
            && !continued(body, lines.getLast());
    String answer = reference == null && answered ? lines.getLast().content() : reference;
    String delay = line.choose(DELAY);
    return new Turn(
        answered ? lines.subList(0, lines.size() - 1) : lines,
        !body.has(MESSAGES),
        body.tokens(INPUT, -1),
        outputTokens(body),
        answer,
        line.has(delay) ? line.millis(delay) : 0,
        members);
  }

  /// Returns whether the model should continue the last message, which is then part of the request:
  /// by vLLM's member of the body, or by DeepSeek's, Mistral's and Kimi's member of the message.
  private static boolean continued(JsonRecord body, Message last) {
    String members = last.membersJson();
    boolean requested =
        body.find("continue_final_message") instanceof Json.Literal literal
            && literal.word().equals("true");
    return requested || (members != null && CONTINUES.matcher(members).find());
  }

  private static List<Message> lines(
      TextFile file, JsonRecord body, boolean recorded, Set<String> notSent) {
    if (body.has(MESSAGES)) {
      return MessageReader.read(file, body.items(MESSAGES), recorded, notSent);
    }
    if (body.has(PROMPT)) {
      return List.of(new Message("user", body.text(PROMPT)));
    }
    if (body.has(INPUT)) {
      return List.of();
    }
    throw file.malformed(
        body.line(),
        "the object must have \"messages\", \"prompt\" or \"input_tokens\""
            + " (\"input_length\" in a Mooncake trace), found "
            + found(body));
  }

  private static String found(JsonRecord body) {
    if (body.values().isEmpty()) {
      return "nothing";
    }
    return body.values().keySet().stream()
        .limit(5)
        .map(name -> new Json.Text(0, name).shown())
        .reduce((a, b) -> a + ", " + b)
        .orElse("");
  }

  private static int outputTokens(JsonRecord body) {
    return body.tokens(body.choose(OUTPUT), -1);
  }

  /// The members of request bodies, by how they are handled.
  private static final class RequestMembers {
    /// Members that this program sets for each request, or reads from the line for its own use.
    static final Set<String> OURS =
        Set.of(
            "model",
            "messages",
            "prompt",
            "input",
            "inputs",
            "stream",
            "stream_options",
            "max_tokens",
            "max_completion_tokens",
            "max_output_tokens",
            "output_tokens",
            "input_tokens",
            "reference",
            "session",
            "session_id",
            "delay",
            "delay_ms",
            "timestamp",
            "timestamp_ms");

    /// Members that identify a line of an OpenAI batch and are not part of its request.
    static final Set<String> OF_LINES = Set.of("id", "custom_id", "method", "url");

    /// Parameters of the APIs. A line that names no model may come from a data set, so only these
    /// of its members are sent.
    static final Set<String> KNOWN =
        Set.of(
            "temperature",
            "top_p",
            "top_k",
            "min_p",
            "typical_p",
            "seed",
            "n",
            "best_of",
            "stop",
            "stop_sequences",
            "stop_token_ids",
            "include_stop_str_in_output",
            "ignore_eos",
            "min_tokens",
            "frequency_penalty",
            "presence_penalty",
            "repetition_penalty",
            "length_penalty",
            "logit_bias",
            "logprobs",
            "top_logprobs",
            "prompt_logprobs",
            "echo",
            "suffix",
            "instructions",
            "tools",
            "tool_choice",
            "parallel_tool_calls",
            "functions",
            "function_call",
            "response_format",
            "format",
            "guided_json",
            "guided_regex",
            "guided_choice",
            "guided_grammar",
            "guided_decoding_backend",
            "structured_outputs",
            "json_schema",
            "ebnf",
            "grammar",
            "reasoning",
            "reasoning_effort",
            "thinking",
            "think",
            "verbosity",
            "include_reasoning",
            "chat_template",
            "chat_template_kwargs",
            "add_generation_prompt",
            "continue_final_message",
            "documents",
            "modalities",
            "audio",
            "image_config",
            "mm_processor_kwargs",
            "prediction",
            "web_search_options",
            "plugins",
            "provider",
            "transforms",
            "metadata",
            "store",
            "user",
            "safety_identifier",
            "prompt_cache_key",
            "cache_salt",
            "service_tier",
            "priority",
            "truncate_prompt_tokens",
            "skip_special_tokens",
            "spaces_between_special_tokens",
            "add_special_tokens",
            "return_token_ids",
            "use_beam_search",
            "options",
            "keep_alive",
            "parameters",
            "sampling_params",
            "lora_path",
            "lora_adapter",
            "cache_prompt",
            "kv_transfer_params",
            "vllm_xargs",
            "nvext");

    private RequestMembers() {}
  }
}
