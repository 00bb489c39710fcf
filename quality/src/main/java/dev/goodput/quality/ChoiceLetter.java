package dev.goodput.quality;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The letter from A to J that answers a question of multiple choice, by the rules of MMLU-Pro:
/// what follows "answer is", or else the last "Answer:", or else the last letter that stands alone.
final class ChoiceLetter {
  private static final List<Extraction> RULES =
      List.of(
          new Extraction(Pattern.compile("answer is \\(?([A-J])\\)?"), false),
          new Extraction(Pattern.compile("[aA]nswer:\\s*([A-J])"), true),
          new Extraction(Pattern.compile("\\b[A-J]\\b"), true));

  private ChoiceLetter() {}

  static Optional<String> of(String text) {
    return RULES.stream()
        .map(rule -> rule.from(text))
        .filter(found -> !found.equals(Extraction.NO_MATCH))
        .findFirst();
  }

  static boolean matches(String answer, List<String> references) {
    Optional<String> letter = of(answer);
    return letter.isPresent() && references.stream().map(ChoiceLetter::of).anyMatch(letter::equals);
  }
}
