package dev.goodput.quality;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The question to a language model that judges answers. It is the same in every run, so that runs
/// can be compared. The form of the verdict is that of MT-Bench (Zheng et al., "Judging
/// LLM-as-a-Judge with MT-Bench and Chatbot Arena", 2023).
public final class JudgePrompt {
  /// The text, with `{question}`, `{first}` and `{second}` where the texts go.
  public static final String TEXT =
      """
      You compare two answers to the same question. Decide which one is better: first by \
      correctness, then by helpfulness. The order, length and style of the answers do not matter.

      [Question]
      {question}
      [End of question]

      [Answer A]
      {first}
      [End of answer A]

      [Answer B]
      {second}
      [End of answer B]

      Reply with one line and nothing else: [[A]] if answer A is better, [[B]] if answer B is \
      better, [[C]] if they are equally good.\
      """;

  private static final Pattern SLOT = Pattern.compile("\\{(question|first|second)}");
  private static final Pattern VERDICT = Pattern.compile("\\[\\[([ABC])]]");
  private static final Pattern LETTER = Pattern.compile("[ABC]");
  private static final Pattern THOUGHTS = Pattern.compile("(?s)^.*</think>");

  private JudgePrompt() {}

  /// A verdict of the judge.
  public enum Verdict {
    /// The first answer is better.
    FIRST,
    /// The second answer is better.
    SECOND,
    /// Both are equally good.
    TIE,
    /// The reply contains no verdict, or several.
    UNREADABLE
  }

  /// Returns the text for two answers.
  public static String of(String question, String first, String second) {
    Map<String, String> texts = Map.of("question", question, "first", first, "second", second);
    // One pass, so that an answer that looks like a slot stays what it is.
    return SLOT.matcher(TEXT)
        .replaceAll(
            slot -> Matcher.quoteReplacement(texts.getOrDefault(slot.group(1), slot.group())));
  }

  /// Reads a reply: the only verdict in double brackets, or a single letter. What a model writes
  /// before `</think>` is not part of its reply.
  public static Verdict read(String reply) {
    String text = THOUGHTS.matcher(reply).replaceFirst("").strip();
    List<String> found =
        VERDICT.matcher(text).results().map(each -> each.group(1)).distinct().toList();
    if (found.isEmpty() && LETTER.matcher(text).matches()) {
      found = List.of(text);
    }
    if (found.size() != 1) {
      return Verdict.UNREADABLE;
    }
    return switch (found.getFirst()) {
      case "A" -> Verdict.FIRST;
      case "B" -> Verdict.SECOND;
      default -> Verdict.TIE;
    };
  }
}
