package dev.goodput.house;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The words that text for people does not use, from `words.txt`, and the places where one of them
/// is right, from `word-exceptions.txt`.
final class WordRules {
  /// A word next to one of these characters is part of an option, a key or a file name.
  private static final String IDENTIFIER = "[\\w.\\-/]";

  private record Word(Pattern pattern, String instead) {}

  private record Allowed(String path, String text, String line) {
    boolean covers(UserText found, Matcher word) {
      if (text.startsWith("\"")) { // a whole string: a key or a value that programs read
        return found.path().startsWith(path) && text.equals("\"" + found.text() + "\"");
      }
      if (text.equals("*")) {
        return found.path().startsWith(path);
      }
      int from = Math.max(0, word.start() - text.length());
      int to = Math.min(found.text().length(), word.end() + text.length());
      return found.path().startsWith(path) && found.text().substring(from, to).contains(text);
    }
  }

  private final List<Word> words = new ArrayList<>();
  private final List<Allowed> exceptions = new ArrayList<>();
  private final Set<Allowed> used = new LinkedHashSet<>();

  /// Rules from lines of the two files.
  WordRules(List<String> wordLines, List<String> exceptionLines) {
    for (String line : entries(wordLines)) {
      String[] parts = line.split(" -> ", 2);
      if (parts.length != 2) {
        throw new IllegalArgumentException("words.txt: no \" -> \" in \"" + line + "\"");
      }
      String regex = "(?<!" + IDENTIFIER + ")(?:" + parts[0].strip() + ")(?![\\w\\-/]|[.]\\w)";
      words.add(new Word(Pattern.compile(regex, Pattern.CASE_INSENSITIVE), parts[1].strip()));
    }
    for (String line : entries(exceptionLines)) {
      String[] parts = line.split("\\s+\\|\\s+", 3);
      if (parts.length != 3) {
        throw new IllegalArgumentException(
            "word-exceptions.txt: needs path | text | reason, found \"" + line + "\"");
      }
      exceptions.add(new Allowed(parts[0], parts[1], line));
    }
  }

  private static List<String> entries(List<String> lines) {
    return lines.stream().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
  }

  /// The rules of this project.
  static WordRules house() throws IOException {
    return new WordRules(resource("words.txt"), resource("word-exceptions.txt"));
  }

  private static List<String> resource(String name) throws IOException {
    try (InputStream in = WordRules.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  /// The words that do not belong there, one message each.
  List<String> violations(List<UserText> texts) {
    List<String> found = new ArrayList<>();
    for (UserText text : texts) {
      for (Word word : words) {
        Matcher matcher = word.pattern().matcher(text.text());
        while (matcher.find()) {
          if (!excepted(text, matcher)) {
            found.add(message(text, matcher, word));
          }
        }
      }
    }
    return found;
  }

  private boolean excepted(UserText text, Matcher matcher) {
    for (Allowed exception : exceptions) {
      if (exception.covers(text, matcher)) {
        used.add(exception);
        return true;
      }
    }
    return false;
  }

  private static String message(UserText text, Matcher matcher, Word word) {
    int from = Math.max(0, matcher.start() - 110);
    int to = Math.min(text.text().length(), matcher.end() + 110);
    return "%s:%d \"%s\" (write: %s) in: %s"
        .formatted(
            text.path(),
            text.line()
                + text.text().substring(0, matcher.start()).chars().filter(c -> c == '\n').count(),
            matcher.group(),
            word.instead(),
            text.text().substring(from, to).replaceAll("\\s+", " "));
  }

  /// Exceptions that no text needed, after [#violations].
  List<String> unusedExceptions() {
    return exceptions.stream().filter(each -> !used.contains(each)).map(Allowed::line).toList();
  }
}
