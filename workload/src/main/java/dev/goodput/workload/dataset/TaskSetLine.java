package dev.goodput.workload.dataset;

import dev.goodput.workload.dataset.Conversation.Turn;
import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.prompt.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A line of a public set of tasks, in the form in which its authors publish it: GSM8K, MMLU,
/// TriviaQA or HumanEval.
///
/// The prompt is the question without examples. The limits on the response are generous, so that no
/// response is cut off before its result.
final class TaskSetLine {
  private static final String QUESTION = "question";
  private static final String ANSWER = "answer";
  private static final String CHOICES = "choices";
  private static final String SOLUTION = "canonical_solution";
  private static final int CALCULATION = 512; // tokens
  private static final int LETTER = 16;
  private static final int NAME = 64;
  private static final int CODE = 512;

  private TaskSetLine() {}

  /// Returns whether a line has one of the forms.
  static boolean is(JsonRecord line) {
    return (line.has(QUESTION) && line.has(ANSWER)) || (line.has("prompt") && line.has(SOLUTION));
  }

  /// Reads a line.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException.Malformed naming the line and the field
  static Turn read(TextFile file, JsonRecord line) {
    if (line.has(SOLUTION)) {
      return turn(line.text("prompt"), line.text(SOLUTION), CODE);
    }
    String question = line.text(QUESTION);
    if (line.has(CHOICES)) {
      return choice(question, line);
    }
    if (line.find(ANSWER) instanceof Json.Fields answer) {
      JsonRecord names = JsonRecord.of(file, answer);
      return turn("Question: " + question + "\nAnswer:", names.text("value"), NAME);
    }
    return turn("Question: " + question + "\nAnswer:", line.text(ANSWER), CALCULATION);
  }

  private static Turn choice(String question, JsonRecord line) {
    List<Json> choices = line.items(CHOICES);
    StringBuilder prompt = new StringBuilder(question);
    for (int i = 0; i < choices.size(); i++) {
      if (!(choices.get(i) instanceof Json.Text text)) {
        throw line.wrong(CHOICES, "an array of strings");
      }
      prompt.append("\n").append(letter(i)).append(". ").append(text.value());
    }
    String letter =
        switch (line.find(ANSWER)) {
          case Json.Numeral numeral -> byNumber(numeral.digits(), choices.size());
          case Json.Text text -> byLetter(text.value().strip(), choices.size());
          case null, default -> null;
        };
    if (letter == null) {
      throw line.wrong(
          ANSWER, "the number of a choice from 0, or its letter from A, of " + choices.size());
    }
    return turn(prompt + "\nAnswer:", letter, LETTER);
  }

  private static String letter(int place) {
    return String.valueOf((char) ('A' + place));
  }

  private static @Nullable String byNumber(String digits, int choices) {
    return digits.matches("\\d{1,2}") && Integer.parseInt(digits) < choices
        ? letter(Integer.parseInt(digits))
        : null;
  }

  private static @Nullable String byLetter(String text, int choices) {
    boolean one = text.length() == 1 && text.charAt(0) >= 'A' && text.charAt(0) < 'A' + choices;
    return one ? text : null;
  }

  private static Turn turn(String prompt, String reference, int outputTokens) {
    return new Turn(
        List.of(new Message("user", prompt)), true, -1, outputTokens, reference, 0, null);
  }
}
