package dev.goodput.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;

/// Rules 5 and 6 of the product's sources: what others use is told in Markdown, and nothing is left
/// for later.
final class DocRules {
  private static final Pattern LATER = Pattern.compile("\\b(TODO|FIXME|XXX)\\b");

  private DocRules() {}

  /// Public types, and methods others can call on them, without a doc comment. What overrides has
  /// its comment elsewhere.
  static List<String> undocumented(List<SourceFile> files) {
    List<String> found = new ArrayList<>();
    for (SourceFile file : files) {
      List<String> lines = file.text().lines().toList();
      for (ClassTree type : file.types()) {
        if (isPublic(type.getModifiers())) {
          note(file, lines, type, type.getSimpleName().toString(), found);
          methods(file, lines, type, found);
        }
      }
    }
    return found;
  }

  private static void methods(
      SourceFile file, List<String> lines, ClassTree type, List<String> found) {
    boolean allOpen = type.getKind() == Tree.Kind.INTERFACE;
    for (Tree member : type.getMembers()) {
      if (member instanceof MethodTree method
          && (allOpen || isPublic(method.getModifiers()))
          && !overrides(method.getModifiers())) {
        note(file, lines, method, method.getName() + "()", found);
      }
    }
  }

  private static boolean isPublic(ModifiersTree modifiers) {
    return modifiers.getFlags().contains(Modifier.PUBLIC);
  }

  private static boolean overrides(ModifiersTree modifiers) {
    return modifiers.getAnnotations().stream()
        .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
  }

  private static void note(
      SourceFile file, List<String> lines, Tree tree, String name, List<String> found) {
    int above = (int) file.firstLine(tree) - 2;
    if (above < 0 || !lines.get(above).strip().startsWith("///")) {
      found.add(file.at(tree) + " " + name + " has no /// comment");
    }
  }

  /// Notes of work that is not done.
  static List<String> leftForLater(List<SourceFile> files) {
    return files.stream()
        .filter(file -> LATER.matcher(file.text()).find())
        .map(file -> file.path() + " leaves something for later")
        .toList();
  }
}
