package dev.goodput.house;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A piece of text that a user of the program or a reader of its documentation sees.
///
/// @param path relative to the project, with slashes
/// @param line where it starts, from 1
/// @param text the text, without markup of code
record UserText(String path, long line, String text) {
  private static final List<String> TOP_LEVEL =
      List.of(
          "README.md",
          "ARCHITECTURE.md",
          "CONTRIBUTING.md",
          "PERFORMANCE.md",
          "Containerfile",
          "goodput");

  /// A string of a script, a template without its expressions, or the text between two tags.
  private static final Pattern STRING =
      Pattern.compile("'((?:[^'\\\\\\n]|\\\\.)*)'|\"((?:[^\"\\\\\\n]|\\\\.)*)\"|`([^`]*)`");

  private static final Pattern SCRIPT_COMMENT =
      Pattern.compile("(?m)(?:^|\\s)//.*$|/\\*(?s:.*?)\\*/|<!--(?s:.*?)-->");

  private static final Pattern MARKDOWN_CODE = Pattern.compile("`[^`\\s]*`|\\]\\([^)]*\\)");

  private static final Pattern DESCRIPTION =
      Pattern.compile("\"description\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

  /// Every text of the project: strings of the product's sources and pages, documents, schemas.
  static List<UserText> ofProject(List<SourceFile> product) throws IOException {
    Path root = Sources.root();
    List<UserText> texts = new ArrayList<>();
    product.forEach(file -> texts.addAll(ofJava(file)));
    List<Path> files = new ArrayList<>(TOP_LEVEL.stream().map(root::resolve).toList());
    files.addAll(below(root.resolve("docs")));
    files.addAll(below(root.resolve("deploy")));
    for (String module : List.of("report", "findings", "monitor")) {
      files.addAll(below(root.resolve(module + "/src/main/resources/dev/goodput/" + module)));
    }
    for (Path file : files) {
      String path = root.relativize(file).toString().replace('\\', '/');
      texts.addAll(ofFile(path, file));
    }
    return texts;
  }

  private static List<Path> below(Path dir) throws IOException {
    try (Stream<Path> files = Files.walk(dir)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.toString().contains("vendor"))
          .sorted()
          .toList();
    }
  }

  private static List<UserText> ofFile(String path, Path file) throws IOException {
    if (path.endsWith(".schema.json")) {
      return matches(path, Files.readString(file), DESCRIPTION);
    }
    if (path.endsWith(".js") || path.endsWith(".css") || path.endsWith(".html")) {
      return ofScript(path, Files.readString(file));
    }
    return path.endsWith(".png") ? List.of() : ofLines(path, Files.readString(file));
  }

  /// The strings of a script or style sheet; comments are left to its authors.
  static List<UserText> ofScript(String path, String text) {
    String code = SCRIPT_COMMENT.matcher(text).replaceAll(UserText::blank);
    return matches(path, code, STRING);
  }

  /// Replaces a match by as many line ends, so that line numbers stay right.
  private static String blank(java.util.regex.MatchResult match) {
    return "\n".repeat((int) match.group().chars().filter(c -> c == '\n').count());
  }

  private static List<UserText> matches(String path, String text, Pattern pattern) {
    List<UserText> texts = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      for (int group = 1; group <= matcher.groupCount(); group++) {
        if (matcher.group(group) != null) {
          long line = 1 + text.substring(0, matcher.start()).chars().filter(c -> c == '\n').count();
          texts.add(new UserText(path, line, prose(matcher.group(group))));
        }
      }
    }
    return texts;
  }

  private static String prose(String template) {
    return template.replaceAll("\\$\\{[^}]*}", "…");
  }

  /// The lines of a document, without code spans of one word and the targets of links.
  static List<UserText> ofLines(String path, String text) {
    List<UserText> texts = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      texts.add(new UserText(path, i + 1L, MARKDOWN_CODE.matcher(lines.get(i)).replaceAll("…")));
    }
    return texts;
  }

  /// The string literals of a source; those that a `+` joins are one text.
  static List<UserText> ofJava(SourceFile file) {
    List<UserText> texts = new ArrayList<>();
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitBinary(BinaryTree tree, @Nullable Void unused) {
        StringBuilder joined = new StringBuilder();
        join(tree, joined);
        texts.add(new UserText(file.path(), file.firstLine(tree), joined.toString()));
        return null;
      }

      private void join(ExpressionTree tree, StringBuilder joined) {
        if (tree instanceof BinaryTree both && both.getKind() == Tree.Kind.PLUS) {
          join(both.getLeftOperand(), joined);
          join(both.getRightOperand(), joined);
        } else if (tree instanceof LiteralTree literal && literal.getValue() instanceof String s) {
          joined.append(s);
        } else {
          joined.append('…');
          scan(tree instanceof BinaryTree both ? both.getLeftOperand() : tree, null);
          scan(tree instanceof BinaryTree both ? both.getRightOperand() : null, null);
        }
      }

      @Override
      public @Nullable Void visitLiteral(LiteralTree literal, @Nullable Void unused) {
        if (literal.getValue() instanceof String text) {
          texts.add(new UserText(file.path(), file.firstLine(literal), text));
        }
        return null;
      }
    }.scan(file.unit(), null);
    return texts;
  }
}
