package dev.goodput.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;

/// Rule 12: how large files and methods may be, and how many types may be public.
///
/// Percentiles are nearest-rank over the product's files, package contracts left out; the two caps
/// hold for tests too.
///
/// @param medianFile lines of the median file
/// @param p90File lines that 90 % of the files do not exceed
/// @param largestFile lines of the largest file, tests too
/// @param p90Method lines that 90 % of the methods do not exceed
/// @param largestMethod lines of the longest method, tests too
/// @param publicShare share of the top-level types that is public
record SizeCaps(
    int medianFile,
    int p90File,
    int largestFile,
    int p90Method,
    int largestMethod,
    double publicShare) {

  /// The house's own.
  static final SizeCaps HOUSE = new SizeCaps(110, 350, 800, 25, 60, 0.55);

  /// What breaks the caps, a sentence each.
  List<String> violations(List<SourceFile> files) {
    List<String> found = new ArrayList<>();
    for (SourceFile file : files) {
      addTooLarge(file, found);
    }
    List<SourceFile> product =
        files.stream().filter(file -> file.main() && !file.packageInfo()).toList();
    List<Integer> fileLines = product.stream().map(SourceFile::lines).sorted().toList();
    addAbove("the median file", percentile(fileLines, 50), medianFile, found);
    addAbove("the 90th percentile of files", percentile(fileLines, 90), p90File, found);
    addAbove("the 90th percentile of methods", percentile(methods(product), 90), p90Method, found);
    addPublicShare(product, found);
    return found;
  }

  private void addTooLarge(SourceFile file, List<String> found) {
    addAbove(file.path(), file.lines(), largestFile, found);
    for (MethodTree method : file.methods()) {
      String name = file.at(method) + " " + method.getName() + "()";
      addAbove(name, file.lines(method), largestMethod, found);
    }
  }

  private static void addAbove(String what, int lines, int cap, List<String> found) {
    if (lines > cap) {
      found.add(what + " has " + lines + " lines, the cap is " + cap);
    }
  }

  private static List<Integer> methods(List<SourceFile> files) {
    return files.stream()
        .flatMap(file -> file.methods().stream().map(file::lines))
        .sorted()
        .toList();
  }

  private static int percentile(List<Integer> sorted, int p) {
    return sorted.isEmpty() ? 0 : sorted.get((sorted.size() * p + 99) / 100 - 1);
  }

  private void addPublicShare(List<SourceFile> product, List<String> found) {
    List<ClassTree> types =
        product.stream().flatMap(file -> file.topLevelTypes().stream()).toList();
    long open = types.stream().filter(SizeCaps::isPublic).count();
    if (open > publicShare * types.size()) {
      found.add(
          "%d of %d types are public, the cap is %.0f %%"
              .formatted(open, types.size(), publicShare * 100));
    }
  }

  private static boolean isPublic(ClassTree type) {
    return type.getModifiers().getFlags().contains(Modifier.PUBLIC);
  }

  /// Returns the current figures, to compare them with the caps.
  static String figures(List<SourceFile> files) {
    List<SourceFile> product =
        files.stream().filter(file -> file.main() && !file.packageInfo()).toList();
    List<Integer> lines = product.stream().map(SourceFile::lines).sorted().toList();
    List<Integer> methods = methods(product);
    long types = product.stream().mapToLong(file -> file.topLevelTypes().size()).sum();
    long open =
        product.stream()
            .flatMap(file -> file.topLevelTypes().stream())
            .filter(SizeCaps::isPublic)
            .count();
    return "files: %d, median %d, p90 %d; methods: %d, p90 %d; types: %d, public %d"
        .formatted(
            lines.size(),
            percentile(lines, 50),
            percentile(lines, 90),
            methods.size(),
            percentile(methods, 90),
            types,
            open);
  }
}
