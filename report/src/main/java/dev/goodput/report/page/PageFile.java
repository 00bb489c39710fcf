package dev.goodput.report.page;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One page in one file: styles, scripts and data inside, and a policy that lets nothing else in.
/// What a live page may ask for is told by its own server.
public final class PageFile {
  private static final Pattern SLOT = Pattern.compile("\\{\\{(\\w+)}}");

  private PageFile() {}

  /// The page as text.
  ///
  /// @param title of the window
  /// @param sections names by the ids of the page's parts
  /// @param text what is shown where no script runs
  /// @param data a JSON text that the entry reads
  /// @param entry module that draws the page
  static String html(
      String title, Map<String, String> sections, String text, String data, String entry) {
    return html(title, sections, text, data, entry, Assets.styles(), "");
  }

  /// A page that asks the server it came from for its figures.
  ///
  /// @param title of the window
  /// @param sections names by the ids of the page's parts
  /// @param text what is shown where no script runs
  /// @param entry module that draws the page
  public static String live(String title, Map<String, String> sections, String text, String entry) {
    String styles = Assets.styles() + "\n" + Assets.read("css/live.css");
    return html(title, sections, text, "{}", entry, styles, "; connect-src 'self'");
  }

  private static String html(
      String title,
      Map<String, String> sections,
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

  private static String links(Map<String, String> names) {
    StringBuilder links = new StringBuilder();
    names.forEach((id, name) ->
        links.append("<a href=\"#").append(id).append("\">").append(name).append("</a>"));
    return links.toString();
  }
}
