package dev.goodput.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A command line that is run, and what it said last.
public final class Spoken {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /// The exit code.
  public int run(String... args) {
    out.reset();
    err.reset();
    return Main.run(args, out, new PrintStream(err, true, UTF_8));
  }

  /// The exit code of what is typed, and more behind it.
  public int run(List<String> typed, String... more) {
    List<String> args = new ArrayList<>(typed);
    args.addAll(Arrays.asList(more));
    return run(args.toArray(String[]::new));
  }

  /// A comparison of runs of half a second.
  ///
  /// @param sides the options that name them
  public int compareBriefly(Path kept, String... sides) {
    String load = "--rate 20 --duration 500ms --input-tokens 40 --output-tokens 10 --warmup 0s";
    List<String> typed = new ArrayList<>(List.of("compare", "--out", kept.toString()));
    typed.addAll(List.of(load.split(" ")));
    return run(typed, sides);
  }

  public String out() {
    return out.toString(UTF_8);
  }

  public String err() {
    return err.toString(UTF_8);
  }
}
