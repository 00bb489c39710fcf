package dev.goodput.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;

/// Rules 2, 4 and 7 of the product's sources: closed types, package contracts, no mutable statics.
final class ShapeRules {
  private static final Pattern MUTABLE =
      Pattern.compile(
          "(Atomic|Linked|Concurrent|Array|Hash|Tree|Weak|IdentityHash|Priority|Copy)\\w*|"
              + "LongAdder|StringBuilder|ThreadLocal|BitSet|EnumMap|Properties");

  private ShapeRules() {}

  /// Types that could be extended by anybody.
  static List<String> openTypes(List<SourceFile> files) {
    List<String> found = new ArrayList<>();
    for (SourceFile file : files) {
      for (ClassTree type : file.types()) {
        if (type.getKind() == Tree.Kind.CLASS && !closed(type)) {
          found.add(file.at(type) + " " + type.getSimpleName() + " is neither final nor sealed");
        }
      }
    }
    return found;
  }

  private static boolean closed(ClassTree type) {
    Set<Modifier> modifiers = type.getModifiers().getFlags();
    // JMH makes subclasses of its states.
    boolean generatedFrom =
        type.getModifiers().getAnnotations().stream()
            .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("State"));
    return generatedFrom
        || modifiers.contains(Modifier.FINAL)
        || modifiers.contains(Modifier.SEALED);
  }

  /// Statics that change, or hold what changes.
  static List<String> mutableStatics(List<SourceFile> files) {
    List<String> found = new ArrayList<>();
    for (SourceFile file : files) {
      for (ClassTree type : file.types()) {
        for (Tree member : type.getMembers()) {
          if (member instanceof VariableTree field && isMutableStatic(type, field)) {
            found.add(file.at(field) + " " + field.getName() + " is a mutable static");
          }
        }
      }
    }
    return found;
  }

  private static boolean isMutableStatic(ClassTree type, VariableTree field) {
    Set<Modifier> modifiers = field.getModifiers().getFlags();
    boolean constant = type.getKind() == Tree.Kind.INTERFACE;
    if (!constant && !modifiers.contains(Modifier.STATIC)) {
      return false;
    }
    return (!constant && !modifiers.contains(Modifier.FINAL)) || holdsWhatChanges(field);
  }

  private static boolean holdsWhatChanges(VariableTree field) {
    boolean made =
        field.getInitializer() instanceof NewClassTree fresh
            && MUTABLE.matcher(simpleName(fresh.getIdentifier())).matches();
    return made || MUTABLE.matcher(simpleName(field.getType())).matches();
  }

  private static String simpleName(Tree type) {
    String name = type.toString().replaceAll("<.*", "");
    return name.substring(name.lastIndexOf('.') + 1).strip();
  }

  /// Packages of the product without a contract that marks them as free of nulls.
  static List<String> unmarkedPackages(List<SourceFile> files) {
    Set<String> packages = new TreeSet<>();
    Set<String> marked = new TreeSet<>();
    for (SourceFile file : files) {
      String directory = file.path().substring(0, file.path().lastIndexOf('/'));
      packages.add(directory);
      if (file.packageInfo() && isMarked(file)) {
        marked.add(directory);
      }
    }
    packages.removeAll(marked);
    return packages.stream()
        .map(name -> name + " has no package-info.java with a text and @NullMarked")
        .toList();
  }

  private static boolean isMarked(SourceFile file) {
    return file.text().startsWith("///")
        && file.unit().getPackageAnnotations().stream()
            .anyMatch(mark -> mark.getAnnotationType().toString().equals("NullMarked"));
  }
}
