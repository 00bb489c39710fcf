package dev.goodput.report.page;

import dev.goodput.report.model.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// One page in one file: styles, scripts and data inside, and a policy that lets nothing else in.
/// What a live page may ask for is told by its own server.
public final class PageFile {
  private static final Pattern SLOT = Pattern.compile("\\{\\{(\\w+)}}");

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
        .text("schema", "goodput.page/1")
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
    return html(title, sections, text, data, entry, Assets.styles(), "");
  }

  /// A page that asks the server it came from for its figures.
  ///
  /// @param title of the window
  /// @param sections the page's parts
  /// @param text what is shown where no script runs
  /// @param entry module that draws the page
  public static String live(String title, List<Section> sections, String text, String entry) {
    String styles = Assets.styles() + "\n" + Assets.read("css/live.css");
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
    String library = Assets.chartLibrary();
    String script = ModuleBundle.of(entry, name -> Assets.read("js/" + name + ".js"));
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
    return fill(Assets.read("page.html"), slots);
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
        + Assets.hash(styles)
        + "; script-src "
        + Assets.hash(library)
        + " "
        + Assets.hash(script);
  }

  private static String links(List<Section> sections) {
    return sections.stream()
        .map(each -> "<a href=\"#" + each.id() + "\">" + each.title() + "</a>")
        .collect(Collectors.joining());
  }
}
