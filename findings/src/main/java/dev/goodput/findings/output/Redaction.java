package dev.goodput.findings.output;

import dev.goodput.observe.PowerSource;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.words.ShellText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Replaces addresses, host names and local paths in a report that is shared. The same address or
/// path gets the same name wherever it appears: `server-1`, `path-1`.
///
/// It knows the values that the manifest holds (addresses, the host, the directory, values of
/// options that name files) and recognises URLs, IP addresses and absolute paths in any text, so
/// that the message of a failed request is covered too. Names of models, tenants, upstreams and
/// workloads stay. Not thread-safe: names are given in the order of first use.
final class Redaction {
  /// A scheme, an optional user, a host, an optional port, and the path and query.
  private static final Pattern URL =
      Pattern.compile(
          "\\b([a-z][a-z0-9+]*)://(?:[^\\s/@\"'<>]*@)?(\\[[0-9A-Fa-f:.%]+]|[\\w.-]*\\w)(:\\d+)?"
              + "([/?#][^\\s\"'<>\\\\),;]*[^\\s\"'<>\\\\),;.:!?])?");

  private static final Pattern IP =
      Pattern.compile(
          "(?<![\\w.])(?:\\d{1,3}(?:\\.\\d{1,3}){3}|\\[(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f.]*])(:\\d+)?(?![\\w.]*\\w)");

  private static final Pattern PATH =
      Pattern.compile(
          "(?<![\\w/.$-])(?:~|[A-Za-z]:(?=\\\\)|/(?!v\\d|openai/|api/|anthropic/)[\\w.+-]+)"
              + "(?:/|\\\\{1,2})[^\\s\"'<>,;:)]+");

  /// Paths of APIs, which stay.
  private static final Pattern API =
      Pattern.compile(
          "/metrics|/health|/generate|/completion|/api/(?:chat|generate)"
              + "|/v\\d(?:/(?:chat/completions|completions|responses|messages|models|embeddings))?");

  /// Options whose values name a server.
  private static final Set<String> SERVERS =
      Set.of(
          "--url",
          "--a",
          "--b",
          "--admin",
          "--direct",
          "--judge-url",
          "--listen",
          "--via",
          "--upstream",
          "--server-metrics");

  /// Options whose values name a file or a directory.
  private static final Set<String> FILES =
      Set.of(
          "--api-key-file",
          "--api-key-file-a",
          "--api-key-file-b",
          "--baseline",
          "--ca",
          "--candidate",
          "--capture",
          "--cert",
          "--config",
          "--csv",
          "--html",
          "--jsonl",
          "--junit",
          "--key",
          "--log",
          "--out",
          "--prices",
          "--result",
          "--resume",
          "--root",
          "--runs",
          "--summary-md",
          "--tokenizer",
          "--workload");

  /// The name that a run gets where none is given.
  private static final Pattern OWN_RUN_NAME = Pattern.compile("\\d{8}-\\d{6}-[\\w.-]+");

  /// A name of up to so many letters may be a common word.
  private static final int LONGEST_WORD = 4;

  private final Map<String, String> servers = new HashMap<>();
  private final Map<String, String> paths = new HashMap<>();

  /// Texts to replace wherever they occur, the longest first, and their placeholders.
  private final Map<String, String> literals =
      new TreeMap<>(Comparator.comparingInt(String::length).reversed().thenComparing(s -> s));

  /// Patterns for names that may be common words or numbers, which are replaced only in certain
  /// places, and their placeholders.
  private final Map<String, String> inPlace = new LinkedHashMap<>();

  /// Names that stay: of the model, the engine and the workload.
  private final Set<String> kept = new HashSet<>();

  private Redaction() {
    // The first of two labels of an exporter's device is its host.
    inPlace.put("(\"name\"\\s*:\\s*\"https?://[^\"\\s]+ )[\\w.-]+(?= \\w+\")", "host");
    inPlace.put("(the power of https?://\\S+ )[\\w.-]+(?= \\w+ is known)", "host");
  }

  /// Returns a redaction of what these runs' manifests and directories name.
  static Redaction of(List<RunDirectory> runs) {
    Redaction redaction = new Redaction();
    runs.forEach(run -> redaction.add(run.manifest(), run.path()));
    return redaction;
  }

  /// The same of one run.
  static Redaction of(Manifest manifest, Path directory) {
    Redaction redaction = new Redaction();
    redaction.add(manifest, directory);
    return redaction;
  }

  private void add(Manifest manifest, Path directory) {
    for (String key : List.of("target.model", "target.server", "run.workload")) {
      manifest.text(key).ifPresent(kept::add);
    }
    manifest.values().values().forEach(this::addHosts);
    manifest.text("run.command").ifPresent(this::addCommand);
    manifest.text("host.name").ifPresent(name -> addHost(name, "host"));
    manifest.text(PowerSource.KEY).stream()
        .flatMap(String::lines)
        .filter(source -> !source.contains("://") && !source.equals(PowerSource.RAPL))
        .forEach(file -> addPath("path", file));
    manifest
        .text("run.id")
        .filter(id -> !OWN_RUN_NAME.matcher(id).matches())
        .ifPresent(id -> {
          inPlace.putIfAbsent(
              "(\"(?:id|run)\"\\s*[:,]\\s*\")" + Pattern.quote(id) + "(?=\")", "run");
          if (distinct(id)) {
            literals.putIfAbsent(id, "run");
          }
        });
    addPath("report", directory.toAbsolutePath().normalize().toString());
    addPath("report", directory.toString());
  }

  /// Returns the text with placeholders for what it names.
  String apply(String text) {
    String redacted = text;
    for (Map.Entry<String, String> place : inPlace.entrySet()) {
      redacted = redacted.replaceAll(place.getKey(), "$1" + place.getValue());
    }
    redacted = URL.matcher(redacted).replaceAll(url -> Matcher.quoteReplacement(url(url)));
    for (Map.Entry<String, String> literal : literals.entrySet()) {
      redacted =
          redacted.replaceAll(
              "(?<![\\w/-])"
                  + Pattern.quote(literal.getKey())
                  + (literal.getValue().startsWith("server-") ? "(?::\\d{1,5})?" : "")
                  + "(?![\\w-])(?!\"\\s*:)",
              Matcher.quoteReplacement(literal.getValue()));
    }
    redacted = IP.matcher(redacted).replaceAll(ip -> server(ip.group()));
    return PATH.matcher(redacted).replaceAll(path -> path(path.group()));
  }

  /// Returns a page with placeholders for what it names; styles and scripts stay as they are.
  String applyToPage(String page) {
    int styles = page.indexOf("<style>");
    int body = page.indexOf("</style>", styles);
    int data = page.indexOf("id=\"goodput-data\">", body);
    int scripts = page.indexOf("</script>", data);
    return apply(page.substring(0, styles))
        + page.substring(styles, body)
        + apply(page.substring(body, scripts))
        + page.substring(scripts);
  }

  private String url(MatchResult url) {
    if (url.group(2).equals("HOST")) { // the placeholder of a command to fill in
      return url.group();
    }
    String port = url.group(3) == null ? "" : url.group(3);
    String path = url.group(4) == null ? "" : url.group(4);
    return url.group(1)
        + "://"
        + server(url.group(2) + port)
        + (API.matcher(path).matches() ? path : "");
  }

  private String server(String address) {
    return servers.computeIfAbsent(address, _ -> "server-" + (servers.size() + 1));
  }

  private String path(String path) {
    return paths.computeIfAbsent(path, _ -> "path-" + (paths.size() + 1));
  }

  private void addHosts(String value) {
    Matcher url = URL.matcher(value);
    while (url.find()) {
      String port = url.group(3) == null ? "" : url.group(3);
      literals.putIfAbsent(url.group(2) + port, server(url.group(2) + port));
      addHost(url.group(2), server(url.group(2) + port));
    }
  }

  /// A short name may be a common word, so it is replaced only as the value of a name.
  private void addHost(String name, String placeholder) {
    if (kept.contains(name)) {
      return;
    }
    inPlace.putIfAbsent("(\"name\"\\s*:\\s*\")" + Pattern.quote(name) + "(?=\")", placeholder);
    if (name.length() > LONGEST_WORD || distinct(name)) {
      literals.putIfAbsent(name, placeholder);
    }
  }

  /// A path without a separator may be a common word or a number, so it is replaced only behind its
  /// option and where a file of it is named.
  private void addPath(String option, String path) {
    if (distinct(path)) {
      literals.putIfAbsent(path, path(path));
      return;
    }
    String quoted = Pattern.quote(path);
    inPlace.putIfAbsent("(" + option + "[ =])" + quoted + "(?![\\w./-])", path(path));
    inPlace.putIfAbsent(
        "((?<![\\w/.-]))" + quoted + "(?=/(?:report|result|requests|hop|a|b)\\b)", path(path));
  }

  private static boolean distinct(String name) {
    return name.length() > 3 && name.matches(".*[./\\\\_~-].*") && name.matches(".*[A-Za-z].*");
  }

  private void addCommand(String command) {
    String option = "";
    for (String word : new ArrayList<>(ShellText.words(command))) {
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      String name = equals < 0 ? word : word.substring(0, equals);
      String value = equals < 0 ? word : word.substring(equals + 1);
      if (word.startsWith("--") && equals < 0) {
        option = word;
        continue;
      }
      addValue(equals < 0 ? option : name, value);
    }
  }

  private void addValue(String option, String value) {
    if (SERVERS.contains(option) && !value.contains("://") && !value.equals("off")) {
      literals.putIfAbsent(value, server(value));
    } else if (FILES.contains(option) && !kept.contains(value)) {
      addPath(option, value);
      String name = value.substring(value.lastIndexOf('/') + 1);
      if (distinct(name)) {
        literals.putIfAbsent(name, path(value));
      }
    }
  }
}
