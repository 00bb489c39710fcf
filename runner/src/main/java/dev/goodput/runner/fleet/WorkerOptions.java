package dev.goodput.runner.fleet;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The options that the workers of this machine get. They travel in an environment variable,
/// because every user of a machine can read the command lines of its processes, and options may
/// hold secrets, such as `--header`.
public final class WorkerOptions {
  /// The environment variable that holds them.
  static final String VARIABLE = "GOODPUT_FLEET_OPTIONS";

  private WorkerOptions() {}

  /// Returns the value of the variable.
  static String encoded(List<String> options) {
    return options.stream()
        .map(option -> URLEncoder.encode(option, StandardCharsets.UTF_8))
        .collect(Collectors.joining(" "));
  }

  /// Returns a worker's command line with the options of its coordinator; any other as it is.
  public static List<String> expand(List<String> words, Map<String, String> environment) {
    String given = environment.getOrDefault(VARIABLE, "");
    boolean worker =
        !words.isEmpty()
            && words.getFirst().equals("bench")
            && words.stream().anyMatch(word -> word.startsWith("--coordinator="));
    if (given.isEmpty() || !worker) {
      return words;
    }
    List<String> all = new ArrayList<>(List.of(words.getFirst()));
    Stream.of(given.split(" ", -1))
        .map(option -> URLDecoder.decode(option, StandardCharsets.UTF_8))
        .forEach(all::add);
    all.addAll(words.subList(1, words.size()));
    return all;
  }
}
