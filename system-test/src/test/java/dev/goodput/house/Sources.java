package dev.goodput.house;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Reads and parses sources, without compiling them.
final class Sources {
  private Sources() {}

  /// The project's own directory: the nearest one above that has the Maven wrapper.
  static Path root() {
    Path start = Path.of("").toAbsolutePath();
    for (Path dir = start; dir != null; dir = dir.getParent()) {
      if (Files.exists(dir.resolve("mvnw"))) {
        return dir;
      }
    }
    throw new IllegalStateException("no mvnw in " + start + " or above");
  }

  /// Every Java file below `src` of every module.
  static List<Path> files(Path root) {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path source : modules.map(module -> module.resolve("src")).sorted().toList()) {
        files.addAll(javaFilesBelow(source));
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot list the sources of " + root, e);
    }
    return files;
  }

  private static List<Path> javaFilesBelow(Path source) throws IOException {
    if (!Files.isDirectory(source)) {
      return List.of();
    }
    try (Stream<Path> below = Files.walk(source)) {
      return below.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  /// The project, parsed.
  static List<SourceFile> ofProject() {
    Path root = root();
    Map<String, String> texts = new TreeMap<>();
    for (Path file : files(root)) {
      texts.put(root.relativize(file).toString().replace('\\', '/'), read(file));
    }
    return parse(texts);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + file, e);
    }
  }

  /// Parses texts by path.
  static List<SourceFile> parse(Map<String, String> texts) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    List<Text> inputs = new ArrayList<>();
    texts.forEach((path, text) -> inputs.add(new Text(path, text)));
    JavacTask task = (JavacTask) compiler.getTask(null, null, problems, null, null, inputs);
    SourcePositions positions = Trees.instance(task).getSourcePositions();
    List<SourceFile> files = new ArrayList<>();
    try {
      for (CompilationUnitTree unit : task.parse()) {
        String path = unit.getSourceFile().getName().substring(1);
        String text = Objects.requireNonNull(texts.get(path), path);
        files.add(new SourceFile(path, text, unit, positions));
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot parse", e);
    }
    if (!problems.getDiagnostics().isEmpty()) {
      throw new IllegalArgumentException(problems.getDiagnostics().toString());
    }
    return files;
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String text;

    Text(String path, String text) {
      super(URI.create("string:///" + path), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
