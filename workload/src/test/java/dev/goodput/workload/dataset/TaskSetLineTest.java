package dev.goodput.workload.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.workload.dataset.Conversation.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Lines in the form of public task sets; the texts are invented.
class TaskSetLineTest {
  @TempDir private Path dir;

  private List<Turn> read(String lines) throws IOException {
    Path file = Files.writeString(dir.resolve("tasks.jsonl"), lines);
    return ((DataSet.Conversations) DataFile.read(file))
        .sessions().stream().flatMap(session -> session.turns().stream()).toList();
  }

  private static String prompt(Turn turn) {
    return turn.lines().getFirst().content();
  }

  @Test
  void readsEachSet() throws IOException {
    List<Turn> turns =
        read(
            """
            {"question": "Two and two?", "answer": "It is <<2+2=4>>4.\\n#### 4"}
            {"question": "Which?", "subject": "x", "choices": ["p", "q", "r", "s"], "answer": 2}
            {"question": "Which?", "choices": ["p", "q"], "answer": "B"}
            {"question": "Who?", "question_id": "t", "answer": {"value": "Ann", "aliases": ["An"]}}
            {"task_id": "HumanEval/0", "prompt": "def f():\\n", "canonical_solution": "  return 1\\n"}
            """);
    assertThat(turns)
        .extracting(Turn::answer)
        .containsExactly("It is <<2+2=4>>4.\n#### 4", "C", "B", "Ann", "  return 1\n");
    assertThat(turns.stream().map(TaskSetLineTest::prompt))
        .containsExactly(
            "Question: Two and two?\nAnswer:",
            "Which?\nA. p\nB. q\nC. r\nD. s\nAnswer:",
            "Which?\nA. p\nB. q\nAnswer:",
            "Question: Who?\nAnswer:",
            "def f():\n");
    assertThat(turns).extracting(Turn::outputTokens).containsExactly(512, 16, 16, 64, 512);
  }

  @Test
  void namesTheLineOfAnAnswerOutsideTheChoices() {
    assertThatThrownBy(
            () -> read("{\"question\": \"Which?\", \"choices\": [\"p\", \"q\"], \"answer\": 2}"))
        .hasMessageContaining("tasks.jsonl:1: ")
        .hasMessageContaining("the number of a choice from 0, or its letter from A, of 2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"question\": \"Two and two?\"} | \"answer\" must be a string, found nothing",
        "{\"answer\": \"#### 4\"} | \"question\" must be a string, found nothing",
        "{\"question\": \"Which?\", \"choices\": [\"p\"]} | \"answer\" must be the number of a"
            + " choice from 0, or its letter from A, of 1, found nothing",
        "{\"question\": \"Which?\", \"answer\": 2} | \"choices\" must be an array with at least one"
            + " element, found nothing",
        "{\"question\": \"Which?\", \"subject\": \"x\", \"answer\": \"B\"} | \"choices\" must be an"
            + " array",
        "{\"question\": \"Who?\", \"answer\": {\"aliases\": [\"An\"]}} | \"answer\" must be an"
            + " object with the string \"value\", found an object without it",
        "{\"task_id\": \"HumanEval/0\", \"canonical_solution\": \"x\"} | \"prompt\" must be a"
            + " string, found nothing",
        "{\"prompt\": \"def f():\", \"entry_point\": \"f\", \"test\": \"x\"} |"
            + " \"canonical_solution\" must be a string, found nothing",
      })
  void namesLineAndFieldOfAMissingValue(String line, String problem) {
    assertThatThrownBy(() -> read("{\"prompt\": \"Hello\"}\n" + line))
        .hasMessageContaining("tasks.jsonl:2: ")
        .hasMessageContaining(problem);
  }

  /// A request may have fields of any name.
  @Test
  void doesNotTreatARequestAsATask() throws IOException {
    List<Turn> turns =
        read(
            """
            {"prompt": "p", "question": "q"}
            {"messages": [{"role": "user", "content": "m"}], "answer": "a"}
            {"prompt": "p", "test": "t"}
            """);
    assertThat(turns).extracting(Turn::answer).containsOnlyNulls();
  }

  @ParameterizedTest
  @EnumSource(TaskFile.class)
  void hasReferencesInEachBuiltInFile(TaskFile tasks) {
    List<Conversation> sessions = tasks.load().sessions();
    assertThat(sessions).hasSizeBetween(10, 40);
    assertThat(sessions)
        .allSatisfy(session -> assertThat(session.turns().getLast().answer()).isNotBlank());
  }

  /// The sums and products that can be computed from the text have the right reference.
  @Test
  void hasTheRightReferencesInTheBuiltInArithmetic() {
    int checked = 0;
    for (Conversation session : TaskFile.ARITHMETIC.load().sessions()) {
      Turn turn = session.turns().getFirst();
      String[] words = prompt(turn).replace("?", "").split(" ", -1);
      if (words[0].equals("What")) {
        int a = Integer.parseInt(words[2]);
        int b = Integer.parseInt(words[4]);
        int expected =
            switch (words[3]) {
              case "+" -> a + b;
              case "-" -> a - b;
              default -> a * b;
            };
        assertThat(turn.answer()).isEqualTo(String.valueOf(expected));
        checked++;
      }
    }
    assertThat(checked).isEqualTo(30);
  }
}
