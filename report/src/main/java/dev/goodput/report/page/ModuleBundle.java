package dev.goodput.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Joins the page's ES modules into one script, as modules inside a file cannot import each other.
///
/// Each module becomes a function that returns its exports, in the order in which they need each
/// other. Of the module syntax it supports what the page uses: `import { a } from './b.js';` on one
/// line, and `export function` or `export const`; anything else is an error of this build. Comment
/// lines and indentation are removed, to keep the page small.
final class ModuleBundle {
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import \\{([^}]*)\\} from '\\./(\\w+)\\.js';$");
  private static final Pattern EXPORT =
      Pattern.compile("(?m)^export (?=(?:async )?(?:function|const) (\\w+))");
  private static final Pattern UNSEEN = Pattern.compile("(?m)^(?:[ \\t]*//.*\\n|[ \\t]+)");
  private static final Pattern UNKNOWN = Pattern.compile("(?m)^(?:import|export)\\b.*$");

  private final UnaryOperator<String> source;
  private final Map<String, String> joined = new LinkedHashMap<>();
  private final List<String> open = new ArrayList<>();

  private ModuleBundle(UnaryOperator<String> source) {
    this.source = source;
  }

  /// Joins a module and all that it needs.
  ///
  /// @param entry the module's name without `.js`
  /// @param source gives the text of a module by name
  static String of(String entry, UnaryOperator<String> source) {
    ModuleBundle bundle = new ModuleBundle(source);
    bundle.add(entry);
    return String.join("\n", bundle.joined.values());
  }

  private void add(String name) {
    if (joined.containsKey(name)) {
      return;
    }
    if (open.contains(name)) {
      throw new IllegalStateException("modules import each other in a circle: " + open);
    }
    open.add(name);
    String text = source.apply(name);
    IMPORT.matcher(text).results().forEach(found -> add(found.group(2)));
    open.remove(name);
    joined.put(name, wrapped(name, text));
  }

  private static String wrapped(String name, String text) {
    String exports =
        EXPORT.matcher(text).results().map(ModuleBundle::name).collect(Collectors.joining(", "));
    String body = IMPORT.matcher(text).replaceAll("const {$1} = \\$$2;");
    body = UNSEEN.matcher(EXPORT.matcher(body).replaceAll("")).replaceAll("");
    Matcher unknown = UNKNOWN.matcher(body);
    if (unknown.find()) {
      throw new IllegalStateException(
          "module " + name + ".js has a line that cannot be joined: " + unknown.group());
    }
    return "const $" + name + " = (() => {\n" + body + "return { " + exports + " };\n})();";
  }

  private static String name(MatchResult found) {
    return found.group(1);
  }
}
