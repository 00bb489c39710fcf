package dev.goodput.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One parsed source.
///
/// @param path relative to the project, with slashes
/// @param text the whole file
/// @param unit its tree
/// @param positions where its trees lie
record SourceFile(String path, String text, CompilationUnitTree unit, SourcePositions positions) {

  /// Whether it is part of the product and not a test.
  boolean main() {
    return path.contains("src/main/java/");
  }

  /// Whether it holds the contract of a package and no type.
  boolean packageInfo() {
    return path.endsWith("package-info.java");
  }

  int lines() {
    return (int) text.lines().count();
  }

  /// The line a tree begins in, from 1.
  long firstLine(Tree tree) {
    return unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
  }

  private long lastLine(Tree tree) {
    return unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree));
  }

  /// Lines of a method from its signature to its closing brace. Annotations are left out: a table
  /// of cases above a test is data.
  int lines(MethodTree method) {
    Tree result = method.getReturnType();
    boolean constructor = result == null || positions.getStartPosition(unit, result) < 0;
    long first = constructor ? firstLine(method.getBody()) : firstLine(result);
    return (int) (lastLine(method) - first) + 1;
  }

  /// Where a tree is, for messages.
  String at(Tree tree) {
    return path + ":" + firstLine(tree);
  }

  /// The types of the file's own level.
  List<ClassTree> topLevelTypes() {
    List<ClassTree> types = new ArrayList<>();
    for (Tree tree : unit.getTypeDecls()) {
      if (tree instanceof ClassTree type) {
        types.add(type);
      }
    }
    return types;
  }

  /// Every type that has a name, nested and local ones too.
  List<ClassTree> types() {
    List<ClassTree> types = new ArrayList<>();
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitClass(ClassTree type, @Nullable Void unused) {
        if (!type.getSimpleName().isEmpty()) {
          types.add(type);
        }
        return super.visitClass(type, null);
      }
    }.scan(unit, null);
    return types;
  }

  /// Every method and constructor that has a body.
  List<MethodTree> methods() {
    List<MethodTree> methods = new ArrayList<>();
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
        if (method.getBody() != null) {
          methods.add(method);
        }
        return super.visitMethod(method, null);
      }
    }.scan(unit, null);
    return methods;
  }
}
