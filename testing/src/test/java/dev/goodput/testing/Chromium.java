package dev.goodput.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A Chromium of this machine that opens a file without a window.
public final class Chromium {
  private static final List<String> NAMES =
      List.of(
          "chromium-headless-shell", // takes half the CPU of the whole browser
          "chromium",
          "chromium-browser",
          "google-chrome",
          "google-chrome-stable");

  /// Says by name what is missing.
  public static final String MISSING = "Chromium is missing: none of " + NAMES + " is on the PATH";

  private Chromium() {}

  /// What was seen.
  ///
  /// @param dom the page as it stood once drawn
  /// @param console what it wrote to the console, errors among it
  public record Seen(String dom, List<String> console) {
    /// How often a text stands in the page.
    public int count(String text) {
      return dom.split(Pattern.quote(text), -1).length - 1;
    }
  }

  /// Whether one is installed; where `CI` is `true` a missing one is a failure.
  public static boolean installed() {
    boolean found = binary().isPresent();
    if (!found && "true".equals(System.getenv("CI"))) {
      throw new AssertionError(MISSING);
    }
    return found;
  }

  private static Optional<Path> binary() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// Opens a file from disk and returns what was drawn.
  ///
  /// @param profile an empty folder for the browser's own files
  public static Seen open(Path file, Path profile) {
    return open(file.toUri(), profile);
  }

  /// Opens a page and returns what was drawn.
  ///
  /// @param profile an empty folder for the browser's own files
  public static Seen open(URI page, Path profile) {
    try {
      Path dom = Files.createTempFile(profile.getParent(), "dom", ".html");
      Path log = Files.createTempFile(profile.getParent(), "log", ".txt");
      Process process =
          new ProcessBuilder(arguments(page, profile))
              .redirectOutput(dom.toFile())
              .redirectError(log.toFile())
              .start();
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        throw new AssertionError("Chromium did not end within two minutes");
      }
      List<String> console =
          Files.readString(log).lines().filter(line -> line.contains(":CONSOLE")).toList();
      return new Seen(Files.readString(dom), console);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// Opens a file from disk in a frame of some width and runs a script over it once it is drawn.
  ///
  /// @param script the body of a function of the file's `window` that returns a text
  /// @return what the script returned, or the error it threw
  public static String drive(Path file, Path profile, int width, String script) {
    return driveEach(List.of(file), profile, width, script);
  }

  /// Opens files from disk in one browser, each in a frame of its own as in [#drive].
  ///
  /// @return what the script returned for each file, a line each
  public static String driveEach(List<Path> files, Path profile, int width, String script) {
    try {
      Path frame = Files.createTempFile(profile.getParent(), "frame", ".html");
      Files.writeString(frame, frames(files.stream().map(Path::toUri).toList(), width, script));
      return message(open(frame, profile));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What the script of a [#frame] returned, or the error it threw.
  public static String message(Seen frame) {
    return frame.dom().replaceAll("(?s).*<pre id=\"said\">(.*?)</pre>.*", "$1");
  }

  /// A page that holds another one of its own origin in a frame of some width, and runs a script
  /// over it once it is drawn.
  ///
  /// @param script the body of a function of the other's `window` that returns a text, or a promise
  ///   of one
  public static String frame(URI page, int width, String script) {
    return frames(List.of(page), width, script);
  }

  private static String frames(List<URI> pages, int width, String script) {
    String frames =
        pages.stream()
            .map(page ->
                "<iframe style=\"border:0;height:2000px;width:%dpx\" src=\"%s\"></iframe>\n"
                    .formatted(width, page))
            .collect(Collectors.joining());
    return """
    <!doctype html><meta charset="utf-8"><pre id="said">not every page was drawn</pre>
    %s
    <script>
      const script = window => { %s };
      const drawn = frame => new Promise(resolve => {
        const poll = () => {
          const page = frame.contentWindow;
          const done = page.document.documentElement?.dataset.state === 'drawn';
          setTimeout(done ? () => resolve(page) : poll, done ? 500 : 50);
        };
        poll();
      });
      const run = async page => {
        try { return await script(page); } catch (e) { return String(e); }
      };
      const frames = [...document.querySelectorAll('iframe')];
      Promise.all(frames.map(frame => drawn(frame).then(run)))
        .then(said => { document.getElementById('said').textContent = said.join('\\n'); });
    </script>
    """
        .formatted(frames, script);
  }

  private static List<String> arguments(URI page, Path profile) {
    return List.of(
        binary().orElseThrow().toString(),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--allow-file-access-from-files",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--enable-logging=stderr",
        "--user-data-dir=" + profile,
        "--window-size=1280,2000",
        "--virtual-time-budget=4000",
        "--dump-dom",
        page.toString());
  }
}
