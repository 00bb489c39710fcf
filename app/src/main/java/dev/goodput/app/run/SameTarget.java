package dev.goodput.app.run;

import dev.goodput.record.Manifest;
import dev.goodput.record.words.ShellText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What a command said of whom it asks and of what, to be typed of another command too.
final class SameTarget {
  private static final Set<String> ALONE =
      Set.of(
          "--virtual",
          "--ignore-eos",
          "--no-stream",
          "--cache-bust",
          "--insecure",
          "--connection-per-request");
  private static final Set<String> WITH_VALUE =
      Set.of(
          "--url",
          "--model",
          "--profile",
          "--endpoint",
          "--http",
          "--header",
          "--api-key-env",
          "--api-key-file",
          "--ca",
          "--cert",
          "--key",
          "--temperature",
          "--extra-body",
          "--workload",
          "--input-tokens",
          "--output-tokens",
          "--turns",
          "--think-time",
          "--history",
          "--tokenizer");

  /// For what was not kept, as it may be secret.
  private static final String UNTOLD = "AS-BEFORE";

  private SameTarget() {}

  /// As typed, and quoted for a shell; empty where nothing was said.
  static String of(Manifest manifest) {
    List<String> typed = ShellText.split(manifest.text("run.command").orElse(""));
    List<String> same = new ArrayList<>();
    for (int i = 0; i < typed.size(); i++) {
      String word = typed.get(i);
      String name = word.replaceFirst("=.*", "");
      if (ALONE.contains(word) || WITH_VALUE.contains(name)) {
        same.add(told(word, name + "="));
      }
      if (WITH_VALUE.contains(word) && i + 1 < typed.size()) {
        same.add(told(typed.get(++i), ""));
      }
    }
    return ShellText.join(same);
  }

  private static String told(String word, String before) {
    return word.contains("***") ? before + UNTOLD : word;
  }
}
