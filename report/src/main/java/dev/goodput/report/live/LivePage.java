package dev.goodput.report.live;

import dev.goodput.report.page.PageFile;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// The live page: a file of the report's family that holds no figure and asks for them at
/// `live.json` beside it, once a second, and for nothing else anywhere.
///
/// Where that wants a bearer token the page asks its reader for it, so that the page itself can be
/// given to anyone.
public final class LivePage {
  /// The page's media type.
  public static final String MEDIA_TYPE = "text/html; charset=utf-8";

  private LivePage() {}

  /// The page as UTF-8; always the same bytes.
  public static byte[] html() {
    Map<String, String> sections = new LinkedHashMap<>();
    sections.put("signs", "Signs");
    sections.put("trends", "Trends");
    sections.put("engine", "Engines");
    sections.put("latency", "Latency");
    sections.put("budgets", "Budgets");
    sections.put("waste", "Waste");
    sections.put("slow", "Slowest");
    sections.put("who", "Who");
    sections.put("sessions", "Sessions");
    sections.put("limits", "Limits");
    return PageFile.live(
            "Live",
            sections,
            "This page draws its figures by script. They are at live.json, too, and for"
                + " Prometheus at metrics.",
            "live")
        .getBytes(StandardCharsets.UTF_8);
  }
}
