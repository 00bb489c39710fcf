package dev.goodput.workload.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.prompt.Message;
import dev.goodput.workload.testing.WorkloadFiles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShareGptReaderTest {
  @TempDir private Path directory;

  @Test
  void makesATurnOfEachPromptAndResponse() {
    DataSet.Conversations data =
        read(
            "[{\"id\": \"x\", \"conversations\": [",
            "  {\"from\": \"system\", \"value\": \"Be kind.\"},",
            "  {\"from\": \"human\", \"value\": \"One?\"},",
            "  {\"from\": \"gpt\", \"value\": \"1\"},",
            "  {\"from\": \"human\", \"value\": \"Two?\"},",
            "  {\"from\": \"gpt\", \"value\": \"2\"},",
            "  {\"from\": \"human\", \"value\": \"Unanswered?\"}]}]");

    Conversation session = data.sessions().getFirst();
    assertThat(session.turns()).hasSize(2);
    assertThat(session.turns().get(0).lines())
        .containsExactly(new Message("system", "Be kind."), new Message("user", "One?"));
    assertThat(session.turns().get(0).answer()).isEqualTo("1");
    assertThat(session.turns().get(1).lines()).containsExactly(new Message("user", "Two?"));
    assertThat(session.wholeHistory()).isFalse();
    assertThat(data.note()).isEmpty();
  }

  @Test
  void skipsConversationsWithoutAPromptAndReportsThem() {
    DataSet.Conversations data =
        read(
            "[{\"conversations\": [{\"from\": \"gpt\", \"value\": \"only\"}]}, {\"conversations\":"
                + " []},",
            "{\"messages\": [{\"role\": \"user\", \"content\": \"q\"},"
                + " {\"role\": \"assistant\", \"content\": \"a\"}]}]");

    assertThat(data.sessions()).hasSize(1);
    assertThat(data.sessions().getFirst().label()).isEqualTo("share.json:2");
    assertThat(data.note()).isEqualTo("2 without an answered message excluded");
  }

  @Test
  void namesTheLineInsideElements() {
    assertThatThrownBy(() ->
            read(
                "[{\"conversations\": [",
                "  {\"from\": \"human\", \"value\": \"q\"},",
                "  {\"from\": \"gpt\",",
                "   \"value\": 7}]}]"))
        .isInstanceOf(WorkloadException.Malformed.class)
        .hasMessageEndingWith(
            "share.json:4: \"value\" must be a string or an array of parts, found 7");
    assertThatThrownBy(() ->
            read(
                "[{\"conversations\": [{\"from\": \"human\", \"value\": \"q\"},",
                "{\"from\": \"gpt\"}]}]"))
        .hasMessageEndingWith(
            "share.json:2: \"value\" must be a string or an array of parts, found nothing");
    assertThatThrownBy(() -> read("[", "3]"))
        .hasMessageEndingWith("share.json:2: this must be a JSON object, found 3");
    assertThatThrownBy(() -> read("[{\"conversations\": [{\"from\": \"human\",", "\"va"))
        .hasMessageContaining("share.json:2: this is not valid JSON at column");
    assertThatThrownBy(() -> read("[{\"id\": 1}]"))
        .hasMessageContaining("share.json:1: \"conversations\" must be an array");
  }

  @Test
  void anArrayOfNothingIsEmpty() {
    assertThatThrownBy(() -> read("[]"))
        .isInstanceOf(WorkloadException.Unreadable.class)
        .hasMessageEndingWith("share.json is empty: it holds no request");
  }

  @Test
  void stopsAtATextLimitAndReportsIt() {
    Path file = new WorkloadFiles(directory).lines("share.json", "[]");
    SessionCollector sessions = new SessionCollector(new TextFile(file), 5);
    Conversation.Turn turn =
        new Conversation.Turn(List.of(new Message("user", "abc")), true, -1, -1, "de", 0);
    sessions.add(new Conversation("a", -1, false, List.of(turn)));

    assertThat(sessions.takesMore()).isTrue();
    assertThat(sessions.dataSet().note()).isEmpty();
    sessions.weigh(turn);
    assertThat(sessions.dataSet().note()).isEmpty();
    assertThat(sessions.takesMore()).isFalse();
    assertThat(sessions.dataSet().note()).isEqualTo("read up to 5 characters of text");
  }

  private DataSet.Conversations read(String... lines) {
    return (DataSet.Conversations)
        DataFile.read(new WorkloadFiles(directory).lines("share.json", lines));
  }

  @Test
  void namesTheSpeakersIfNoPromptIsFound() {
    assertThatThrownBy(() ->
            read(
                "[",
                "{\"conversations\": [{\"from\": \"martian\", \"value\": \"q\"},",
                "{\"from\": \"gpt\", \"value\": \"a\"}]}, {\"conversations\": []}]"))
        .isInstanceOf(WorkloadException.Malformed.class)
        .hasMessageEndingWith(
            "share.json:2: no conversation of the file holds a question in words (human, user) and"
                + " its answer (gpt, assistant); this one has \"martian\", \"assistant\"");
    assertThatThrownBy(() -> read("[{\"conversations\": []}]"))
        .hasMessageEndingWith("; this one has nothing");
  }
}
