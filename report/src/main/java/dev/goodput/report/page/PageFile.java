package dev.goodput.report.page;

import dev.goodput.report.ReportFile;
import dev.goodput.report.model.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// One page in one file: styles, scripts and data inside, and a policy that lets nothing else in.
/// The server of a live page sets the sources that the page may fetch from.
public final class PageFile {
  private static final Pattern SLOT = Pattern.compile("\\{\\{(\\w+)}}");
  private static final List<String> STYLES =
      List.of(
          "vendor/uplot/uPlot.min.css",
          "css/base.css",
          "css/band.css",
          "css/charts.css",
          "css/answers.css",
          "css/replay.css",
          "css/print.css");

  private PageFile() {}

  /// A part of a page, which the page's navigation names.
  ///
  /// @param id of the part's element
  /// @param title in the navigation
  public record Section(String id, String title) {}

  /// The first fields of any page's data.
  ///
  /// @param title of the page
  /// @param command that made it; empty where none did
  /// @param generator the program and its version
  public static JsonObject data(String title, String subtitle, String command, String generator) {
    return new JsonObject()
        .text("schema", "goodput.page/2")
        .text("title", title)
        .text("subtitle", subtitle)
        .text("command", command)
        .text("generator", generator);
  }

  /// The page as text.
  ///
  /// @param title of the window
  /// @param sections the page's parts
  /// @param text what is shown where no script runs
  /// @param data a JSON text that the entry reads
  /// @param entry module that draws the page
  public static String html(
      String title, List<Section> sections, String text, String data, String entry) {
    return html(title, sections, text, data, entry, styles(), "");
  }

  /// A page with a style sheet of its own.
  ///
  /// @param title of the window
  /// @param text what is shown where no script runs
  /// @param data a JSON text that the entry reads
  /// @param entry the name of the module that draws the page, and of its style sheet
  static String styled(String title, String text, String data, String entry) {
    String styles = styles() + "\n" + read("css/" + entry + ".css");
    return html(title, List.of(), text, data, entry, styles, "");
  }

  /// A page that fetches its figures from its own server.
  ///
  /// @param title of the window
  /// @param sections the page's parts
  /// @param text what is shown where no script runs
  /// @param entry module that draws the page
  public static String live(String title, List<Section> sections, String text, String entry) {
    String styles = styles() + "\n" + read("css/live.css");
    return html(title, sections, text, "{}", entry, styles, "; connect-src 'self'");
  }

  private static String html(
      String title,
      List<Section> sections,
      String text,
      String data,
      String entry,
      String styles,
      String asks) {
    String library = chartLibrary();
    String script = ModuleBundle.of(entry, name -> read("js/" + name + ".js"));
    Map<String, String> slots = new LinkedHashMap<>();
    slots.put("policy", policy(styles, library, script) + asks);
    slots.put("title", HtmlEscape.html(title + " · goodput"));
    slots.put("styles", "<style>" + styles + "</style>");
    slots.put("sections", links(sections));
    slots.put("text", HtmlEscape.html(text));
    slots.put("data", HtmlEscape.json(data));
    slots.put(
        "scripts",
        "<script>" + library + "</script>\n<script type=\"module\">" + script + "</script>");
    return fill(read("page.html"), slots);
  }

  // One pass, so that a name in the data that looks like a slot stays what it is.
  private static String fill(String template, Map<String, String> slots) {
    return SLOT.matcher(template)
        .replaceAll(found -> {
          String text = slots.get(found.group(1));
          if (text == null) {
            throw new IllegalStateException("page.html has an unknown slot " + found.group());
          }
          return Matcher.quoteReplacement(text);
        });
  }

  private static String policy(String styles, String library, String script) {
    return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src "
        + hash(styles)
        + "; script-src "
        + hash(library)
        + " "
        + hash(script);
  }

  private static String links(List<Section> sections) {
    return sections.stream()
        .map(each -> "<a href=\"#" + each.id() + "\">" + each.title() + "</a>")
        .collect(Collectors.joining());
  }

  static String read(String name) {
    return ReportFile.resource(PageFile.class, name);
  }

  static String styles() {
    return STYLES.stream().map(PageFile::read).collect(Collectors.joining("\n"));
  }

  static String chartLibrary() {
    return read("vendor/uplot/uPlot.iife.min.js");
  }

  /// The source expression of a content security policy that allows exactly this text.
  static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] sum = digest.digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(sum) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /// Keeps text from becoming markup.
  static final class HtmlEscape {
    private HtmlEscape() {}

    /// Text for an element's content or an attribute in quotes.
    static String html(String text) {
      return text.replace("&", "&amp;")
          .replace("<", "&lt;")
          .replace(">", "&gt;")
          .replace("\"", "&quot;")
          .replace("'", "&#39;");
    }

    /// JSON for a script element: no sequence of characters can end the element or open a comment
    /// in it, nothing in it is unseen, and it remains the same JSON.
    static String json(String json) {
      StringBuilder escaped = new StringBuilder(json.length());
      json.codePoints()
          .forEach(c -> {
            if (c == '<' || c == '>' || c == '&' || isUnseen(c)) {
              for (char unit : Character.toChars(c)) {
                escaped.append("\\u%04x".formatted((int) unit));
              }
            } else {
              escaped.appendCodePoint(c);
            }
          });
      return escaped.toString();
    }

    // Characters without a glyph, which may reverse a line in the file's source.
    private static boolean isUnseen(int c) {
      return c > ' '
          && switch (Character.getType(c)) {
            case Character.CONTROL,
                Character.FORMAT,
                Character.LINE_SEPARATOR,
                Character.PARAGRAPH_SEPARATOR ->
                true;
            default -> false;
          };
    }
  }
}
