package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.PlanException;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloSyntaxException;
import dev.goodput.record.words.NearestWord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The SLO classes of a file: those it declares, and those that its routes bring with a preset or
/// an expression of their own.
final class SloNames {
  private final Map<String, SloClass> byName = new LinkedHashMap<>();

  /// Reads `slo-classes`.
  ///
  /// @throws dev.goodput.wire.BadSettingException with the place of what is wrong
  static SloNames declared(Section root) {
    SloNames names = new SloNames();
    Section classes = root.below("slo-classes");
    if (classes != null) {
      for (String name : classes.keys()) {
        names.byName.put(name, declared(classes, name));
      }
    }
    return names;
  }

  private static SloClass declared(Section classes, String name) {
    Slo slo = slo(classes, name, classes.needed(name, "chat"), "");
    try {
      return new SloClass(name, slo);
    } catch (PlanException e) {
      throw classes.wrong(name, "is no name for a class: it " + e.problem());
    }
  }

  /// @param otherwise what is told where it cannot be read; empty for what the reading tells
  private static Slo slo(Section section, String key, String text, String otherwise) {
    try {
      return Slo.parse(text);
    } catch (SloSyntaxException e) {
      throw section.wrong(
          key, otherwise.isEmpty() ? "cannot be read: " + e.getMessage() : otherwise);
    }
  }

  /// The name of the class that a text means: one that is declared, a preset, or an expression.
  ///
  /// @param expression the name of the class that an expression makes
  String of(Section section, String key, String text, String expression) {
    if (byName.containsKey(text)) {
      return text;
    }
    Slo slo = slo(section, key, text, hint(text));
    String preset = slo.name();
    String name = preset == null ? expression : preset;
    SloClass before = byName.putIfAbsent(name, new SloClass(name, slo));
    if (before != null && !before.slo().equals(slo)) {
      throw section.wrong(
          key,
          "needs a class of its own: there is another of the name \""
              + name
              + "\"; declare it in slo-classes");
    }
    return name;
  }

  /// Where a class that is declared is as near as a preset, it is meant: it is this file's word.
  private String hint(String text) {
    String near = NearestWord.hint(text, byName.keySet());
    return near.isEmpty() ? "" : "is none of slo-classes: \"" + text + "\"" + near;
  }

  List<SloClass> all() {
    return new ArrayList<>(byName.values());
  }
}
