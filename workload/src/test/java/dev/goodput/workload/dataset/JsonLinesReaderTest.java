package dev.goodput.workload.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.workload.dataset.Conversation.Turn;
import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.prompt.Message;
import dev.goodput.workload.testing.WorkloadFiles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonLinesReaderTest {
  @TempDir private Path directory;

  @Test
  void readsPromptsAndMessages() {
    List<Conversation> sessions =
        read(
            "{'prompt': 'Why?', 'output_tokens': 7, 'reference': 'Because.'}",
            "{'messages': [{'role': 'system', 'content': 'Be brief.'},"
                + " {'role': 'user', 'content': [{'type': 'text', 'text': 'Hi '},"
                + " {'type': 'text', 'text': 'there'}]}], 'max_tokens': 9}");

    assertThat(sessions).hasSize(2);
    assertThat(turn(sessions, 0))
        .isEqualTo(new Turn(List.of(new Message("user", "Why?")), true, -1, 7, "Because.", 0));
    assertThat(turn(sessions, 1).lines())
        .containsExactly(new Message("system", "Be brief."), new Message("user", "Hi there"));
    assertThat(turn(sessions, 1).outputTokens()).isEqualTo(9);
    assertThat(turn(sessions, 1).plainPrompt()).isFalse();
    assertThat(sessions.get(1).label()).isEqualTo("chat.jsonl:2");
    assertThat(sessions.get(0).offsetNanos()).isEqualTo(-1);
  }

  @Test
  void usesALastAssistantMessageAsTheResponse() {
    List<Conversation> sessions =
        read(
            "{'messages': [{'role': 'user', 'content': 'Hi'},"
                + " {'role': 'assistant', 'content': 'Hello.'}]}");

    assertThat(turn(sessions, 0).lines()).containsExactly(new Message("user", "Hi"));
    assertThat(turn(sessions, 0).answer()).isEqualTo("Hello.");
  }

  @Test
  void groupsLinesIntoSessions() {
    List<Conversation> sessions =
        read(
            "{'session': 'a', 'prompt': 'one'}",
            "{'session_id': 7, 'prompt': 'other'}",
            "{'session': 'a', 'prompt': 'two', 'delay_ms': 1500.5}",
            "{'prompt': 'alone'}",
            "{'prompt': 'alone'}");

    assertThat(sessions).hasSize(4);
    assertThat(sessions.get(0).turns()).hasSize(2);
    assertThat(sessions.get(0).turns().get(1).delayNanos()).isEqualTo(1_500_500_000L);
    assertThat(sessions.get(0).wholeHistory()).isFalse();
  }

  @Test
  void recognizesTurnsWithTheirHistory() {
    List<Conversation> sessions =
        read(
            "{'session': 1, 'messages': [{'role': 'user', 'content': 'a'}]}",
            "{'session': 1, 'messages': [{'role': 'user', 'content': 'a'},"
                + " {'role': 'assistant', 'content': 'b'}, {'role': 'user', 'content': 'c'}]}");

    assertThat(sessions.get(0).wholeHistory()).isTrue();
  }

  /// Such a message is the beginning of the answer, and part of the request.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'continue_final_message': true, 'messages': [{'role': 'user', 'content': 'a'},"
            + " {'role': 'assistant', 'content': 'b'}]",
        "'messages': [{'role': 'user', 'content': 'a'},"
            + " {'role': 'assistant', 'content': 'b', 'prefix': true}]"
      })
  void sendsALastMessageForTheModelToContinue(String members) {
    Turn turn = turn(read("{'model': 'm', " + members + "}"), 0);

    assertThat(turn.lines()).hasSize(2);
    assertThat(turn.lines().getLast().content()).isEqualTo("b");
  }

  @Test
  void readsLengthsWithoutText() {
    Turn turn = turn(read("{'input_tokens': 40, 'output_tokens': 4}"), 0);

    assertThat(turn.lines()).isEmpty();
    assertThat(turn.inputTokens()).isEqualTo(40);
  }

  @Test
  void ordersSessionsByTime() {
    List<Conversation> sessions =
        read("{'timestamp_ms': 5000, 'prompt': 'b'}", "{'timestamp_ms': 2000, 'prompt': 'a'}");

    assertThat(sessions).extracting(Conversation::offsetNanos).containsExactly(0L, 3_000_000_000L);
    assertThat(turn(sessions, 0).lines().get(0).content()).isEqualTo("a");
  }

  @Test
  void laterTurnsNeedNoTime() {
    List<Conversation> sessions =
        read(
            "{'session': 1, 'timestamp': 7, 'prompt': 'a'}",
            "{'session': 1, 'prompt': 'b'}",
            "{'session': 2, 'timestamp': 9, 'prompt': 'c'}");

    assertThat(sessions).extracting(Conversation::offsetNanos).containsExactly(0L, 2_000_000L);
    assertThat(sessions.get(0).turns()).hasSize(2);
  }

  @Test
  void refusesTimesThatStartMidFile() {
    assertThatThrownBy(() -> read("{'prompt': 'a'}", "{'timestamp_ms': 9, 'prompt': 'b'}"))
        .isInstanceOf(WorkloadException.Malformed.class)
        .hasMessageEndingWith(
            "chat.jsonl:2: a time belongs on the first line of every session or of none, and the"
                + " file's first line has none");
  }

  @Test
  void readsOpenAiBatchesAndShareGptLines() {
    List<Conversation> sessions =
        read(
            "{'custom_id': 'x', 'method': 'POST', 'url': '/v1/chat/completions', 'body': {'model':"
                + " 'm', 'messages': [{'role': 'user', 'content': 'q'}], 'max_completion_tokens':"
                + " 3}}",
            "{'conversations': [{'from': 'human', 'value': 'q'}, {'from': 'gpt', 'value': 'a'}]}");

    // Lines in other formats come before those in our own.
    assertThat(turn(sessions, 0).answer()).isEqualTo("a");
    assertThat(turn(sessions, 1).outputTokens()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'prompt': oops                            | this is not valid JSON at column 12:"
            + " Unrecognized token 'oops'",
        "{'prompt': 'a'                             | this is not valid JSON at column 15: it ends"
            + " before the object, the list or the text is closed",
        "{'prompt': ]}                              | this is not valid JSON at column 12:"
            + " Unexpected character ']'",
        "{'prompt': 'a', 'output_tokens': 'many'}   | \"output_tokens\" must be a positive integer,"
            + " found \"many\"",
        "{'prompt': 'a', 'output_tokens': 0}        | \"output_tokens\" must be a positive integer,"
            + " found 0",
        "{'prompt': 'a', 'output_tokens': 1e300}    | \"output_tokens\" must be a positive integer,"
            + " found 1e300",
        "{'prompt': 'a', 'output_tokens': 2.5}      | \"output_tokens\" must be a positive integer,"
            + " found 2.5",
        "{'prompt': 7}                              | \"prompt\" must be a string, found 7",
        "{'prompt': 'a', 'reference': []}           | \"reference\" must be a string, found an"
            + " empty array",
        "{'prompt': 'a', 'delay_ms': -1}            | \"delay_ms\" must be milliseconds, 0 or more,"
            + " found -1",
        "{'prompt': 'a', 'session': {}}             | \"session\" must be a string or a number,"
            + " found an object",
        "{'messages': []}                           | \"messages\" must be an array with at least"
            + " one element, found an empty array",
        "{'messages': ['hi']}                       | this must be a JSON object, found \"hi\"",
        "{'messages': [{'content': 'x'}]}           | \"role\" must be a string, found nothing",
        "{'messages': [{'role': 'user'}]}           | \"content\" must be a string or an array of"
            + " parts, found nothing",
        "{'messages': [{'role': 'user', 'content': [{'url': 'u'}]}]} | \"content\" must be"
            + " a string or an array of parts, found a part without a \"text\" or a \"type\"",
        "{'prompt': 'a', 'output_token': 5}         | \"output_token\" is not known; did you mean"
            + " \"output_tokens\"? If not, rename it or take it out",
        "{'prompt': 'a', 'max_token': 5}            | did you mean \"max_tokens\"? If not, rename"
            + " it or take it out",
        "{'promt': 'a', 'input_tokens': 5}          | did you mean \"prompt\"? If not, rename it or"
            + " take it out",
        "{'input_lenght': 5, 'output_length': 5}    | did you mean \"input_length\"? If not, rename"
            + " it or take it out",
        "{'prompt': 'a', 'sesion': 1}               | did you mean \"session\"? If not, rename it"
            + " or take it out",
        "{'prompt': 'a', 'timestampms': 1}          | did you mean \"timestamp_ms\"? If not, rename"
            + " it or take it out",
        "{'body': {'prompt': 'a', 'max_tokns': 1}}  | did you mean \"max_tokens\"? If not, rename"
            + " it or take it out",
        "{'prompt': 'a', 'prompt': 'b'}             | an object holds \"prompt\" twice; leave one",
        "{'prompt': 'a', 'x': [{'y': 1, 'y': 1}]}   | an object holds \"y\" twice; leave one",
        "{'prompt': NaN}                            | this is not valid JSON at column 15:"
            + " Non-standard token 'NaN'",
        "{'question': 'a', 'x': 1}                  | \"answer\" must be a string, found nothing",
        "{'query': 'a', 'x': 1}                     | the object must have \"messages\", \"prompt\""
            + " or \"input_tokens\" (\"input_length\" in a Mooncake trace), found \"query\","
            + " \"x\"",
        "[1]                                        | this must be a JSON object, found an array",
        "{'prompt': 'a'} {'prompt': 'b'}            | only one JSON value is allowed on a line"
      })
  void namesFileLineAndField(String line, String problem) {
    assertThatThrownBy(() -> read("{'prompt': 'fine'}", line))
        .isInstanceOf(WorkloadException.Malformed.class)
        .hasMessageStartingWith(directory.resolve("chat.jsonl") + ":2: ")
        .hasMessageEndingWith(problem);
  }

  @Test
  void namesALineWithoutATimeAmongTimedOnes() {
    assertThatThrownBy(() -> read("{'timestamp': 1, 'prompt': 'a'}", "{'prompt': 'b'}"))
        .hasMessageEndingWith(
            "chat.jsonl:2: \"timestamp_ms\" must be milliseconds, 0 or more, found nothing");
  }

  @Test
  void keepsImagePartsAsTheyAre() {
    List<Conversation> sessions =
        read(
            "{'messages': [{'role': 'user', 'content': [{'type': 'text', 'text': 'a'},"
                + " {'type': 'image_url', 'image_url': {'url': 'u', 'n': 1.50}}]}]}",
            "{'messages': [{'role': 'user', 'content': [{'type': 'input_audio', 'input_audio':"
                + " {'data': 'AA'}}]}]}",
            "{'messages': [{'role': 'user', 'content': [{'text': 'a', 'cache_control': {}}]}]}");

    Message image = turn(sessions, 0).lines().getFirst();
    assertThat(image.content()).isEqualTo("a");
    assertThat(image.partsJson())
        .isEqualTo(
            "[{'type':'text','text':'a'},{'type':'image_url','image_url':{'url':'u','n':1.50}}]"
                .replace('\'', '"'));
    assertThat(turn(sessions, 1).lines().getFirst().media()).isTrue();
    assertThat(turn(sessions, 2).lines().getFirst().media()).isTrue();
  }

  @Test
  void keepsToolCalls() {
    List<Conversation> sessions =
        read(
            "{'messages': [{'role': 'user', 'content': 'a'}, {'role': 'assistant', 'content': null,"
                + " 'tool_calls': [{'id': 'c'}]}, {'role': 'tool', 'tool_call_id': 'c', 'content':"
                + " 'b'}]}");

    List<Message> lines = turn(sessions, 0).lines();
    assertThat(lines.get(1).partsJson()).isEqualTo("null");
    assertThat(lines.get(1).membersJson())
        .isEqualTo("{'tool_calls':[{'id':'c'}]}".replace('\'', '"'));
    assertThat(lines.get(2).membersJson()).isEqualTo("{'tool_call_id':'c'}".replace('\'', '"'));
  }

  @Test
  void keepsTheOtherMembersOfARecordedBody() {
    DataSet.Conversations data =
        data(
            "{'prompt': 'a', 'max_tokens': 4, 'stop': ['x'], 'temperature': 0.3, 'shade': 'blue'}",
            "{'custom_id': 'c', 'body': {'model': 'm', 'prompt': 'a', 'stream': true, 'shade': 1}}",
            "{'model': 'm', 'prompt': 'a', 'shade': {'of': null}}");

    assertThat(data.sessions())
        .extracting(session -> session.turns().getFirst().membersJson())
        .containsExactly(
            "{\"stop\":[\"x\"],\"temperature\":0.3}", "{\"shade\":1}", "{\"shade\":{\"of\":null}}");
    assertThat(data.members()).containsExactlyInAnyOrder("shade", "stop", "temperature");
    assertThat(data.note()).contains("are not sent (shade)");
  }

  @Test
  void keepsAllMembersOfTheMessagesOfARecordedBody() {
    DataSet.Conversations data =
        data(
            "{'model': 'm', 'messages': [{'role': 'user', 'content': 'a', 'weather': [1]}]}",
            "{'body': {'messages': [{'role': 'user', 'content': 'a', 'id': 'x'}]}}");

    assertThat(data.sessions())
        .extracting(session -> session.turns().getFirst().lines().getFirst().membersJson())
        .containsExactly("{\"weather\":[1]}", "{\"id\":\"x\"}");
    assertThat(data.note()).isEmpty();
  }

  @Test
  void namesTheMembersOfMessagesThatAreNotSent() {
    DataSet.Conversations data =
        data("{'messages': [{'role': 'user', 'content': 'a', 'weight': 1, 'name': 'n'}]}");

    assertThat(data.sessions().getFirst().turns().getFirst().lines().getFirst().membersJson())
        .isEqualTo("{\"name\":\"n\"}");
    assertThat(data.note()).contains("are not sent (messages[].weight)");
  }

  private List<Conversation> read(String... lines) {
    return data(lines).sessions();
  }

  private DataSet.Conversations data(String... lines) {
    for (int i = 0; i < lines.length; i++) {
      lines[i] = lines[i].replace('\'', '"');
    }
    Path file = new WorkloadFiles(directory).lines("chat.jsonl", lines);
    return (DataSet.Conversations) DataFile.read(file);
  }

  private static Turn turn(List<Conversation> sessions, int session) {
    return sessions.get(session).turns().getFirst();
  }

  @Test
  void ignoresForeignFields() {
    List<Conversation> sessions =
        read(
            "{'messages': [{'role': 'user', 'content': 'a'}], 'prompt_id': 1, 'prompts': 'x'}",
            "{'prompt': 'a', 'question_id': 1, 'version_id': 2, 'preference': 'a', 'num_tokens':"
                + " 9}",
            "{'prompt': 'a', 'output_tokens': 5, 'output_token': 6}",
            "{'body': {'prompt': 'a', 'min_tokens': 5, 'max_output_tokens': 9}}");

    assertThat(sessions).hasSize(4);
    assertThat(turn(sessions, 2).outputTokens()).isEqualTo(5);
  }

  @Test
  void reportsALineThatIsNestedTooDeep() {
    assertThatThrownBy(() -> read("{'prompt': " + "[".repeat(100_000)))
        .hasMessageEndingWith(": it is nested deeper than 500 levels");
  }
}
