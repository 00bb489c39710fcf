package dev.goodput.app.run;

import dev.goodput.record.Manifest;
import dev.goodput.record.words.ShellText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What a command said of whom it asks and of what, to be typed of another command too.
final class SameTarget {
  private static final Set<String> ALONE =
      Set.of("--virtual", "--ignore-eos", "--no-stream", "--cache-bust", "--insecure");
  private static final Set<String> WITH_VALUE =
      Set.of(
          "--url",
          "--model",
          "--profile",
          "--endpoint",
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

  private SameTarget() {}

  /// As typed, and quoted for a shell; empty where nothing was said.
  static String of(Manifest manifest) {
    List<String> typed = ShellText.split(manifest.text("run.command").orElse(""));
    List<String> same = new ArrayList<>();
    for (int i = 0; i < typed.size(); i++) {
      String word = typed.get(i);
      if (ALONE.contains(word) || WITH_VALUE.contains(word.replaceFirst("=.*", ""))) {
        same.add(word);
      }
      if (WITH_VALUE.contains(word) && i + 1 < typed.size()) {
        same.add(typed.get(++i));
      }
    }
    return ShellText.join(same);
  }
}
