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
  private static final List<String> REQUEST = List.of("prompt", "messages", "input_tokens", "body");
  private static final String PROMPT = "prompt";
  private static final String QUESTION = "question";
  private static final String ANSWER = "answer";
  private static final String CHOICES = "choices";
  private static final String SUBJECT = "subject"; // of MMLU
  private static final String ENTRY = "entry_point"; // of HumanEval
  private static final String SOLUTION = "canonical_solution";
  private static final int CALCULATION = 512; // tokens
  private static final int LETTER = 16;
  private static final int NAME = 64;
  private static final int CODE = 512;

  private TaskSetLine() {}

  /// Returns whether a line has one of the forms, or fields of one and nothing to send.
  static boolean is(JsonRecord line) {
    boolean question = line.has(QUESTION) && line.has(ANSWER);
    boolean code = line.has(PROMPT) && (line.has(SOLUTION) || line.has(ENTRY));
    boolean part = line.has(QUESTION) || line.has(ANSWER) || line.has(SOLUTION);
    return question || code || (part && REQUEST.stream().noneMatch(line::has));
  }

  /// Reads a line.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException.Malformed naming the line and the field
  static Turn read(TextFile file, JsonRecord line) {
    if (line.has(SOLUTION) || line.has(ENTRY)) {
      return turn(line.text(PROMPT), line.text(SOLUTION), CODE);
    }
    String question = line.text(QUESTION);
    if (line.has(CHOICES) || line.has(SUBJECT) || line.find(ANSWER) instanceof Json.Numeral) {
      return choice(question, line);
    }
    String prompt = "Question: " + question + "\nAnswer:";
    if (line.find(ANSWER) instanceof Json.Fields answer) {
      if (JsonRecord.of(file, answer).find("value") instanceof Json.Text value) {
        return turn(prompt, value.value(), NAME);
      }
      throw line.wrong(ANSWER, "an object with the string \"value\"", "an object without it");
    }
    return turn(prompt, line.text(ANSWER), CALCULATION);
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
          case Json.Text text -> choiceByLetter(text.value().strip(), choices.size());
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

  private static @Nullable String choiceByLetter(String text, int choices) {
    boolean one = text.length() == 1 && text.charAt(0) >= 'A' && text.charAt(0) < 'A' + choices;
    return one ? text : null;
  }

  private static Turn turn(String prompt, String reference, int outputTokens) {
    return new Turn(
        List.of(new Message("user", prompt)), true, -1, outputTokens, reference, 0, null);
  }
}
