package dev.goodput.monitor.page;

import dev.goodput.report.page.PageFile;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The live page: a file of the report's family that contains no figures and fetches them at
/// `live.json` beside it, once a second, and for nothing else anywhere.
///
/// Where that wants a bearer token the page asks its reader for it, so that the page itself can be
/// given to anyone.
public final class LivePage {
  /// The page's media type.
  public static final String MEDIA_TYPE = "text/html; charset=utf-8";

  private static final List<PageFile.Section> SECTIONS =
      List.of(
          new PageFile.Section("signs", "Warnings"),
          new PageFile.Section("trends", "Trends"),
          new PageFile.Section("engine", "Upstreams"),
          new PageFile.Section("latency", "Latency"),
          new PageFile.Section("budgets", "Budgets"),
          new PageFile.Section("costs", "Cost and power"),
          new PageFile.Section("waste", "Wasted work"),
          new PageFile.Section("slow", "Slowest"),
          new PageFile.Section("who", "Tenants"),
          new PageFile.Section("sessions", "Sessions"),
          new PageFile.Section("limits", "Limits"));

  private LivePage() {}

  /// The page as UTF-8; always the same bytes.
  public static byte[] html() {
    return PageFile.live(
            "Live",
            SECTIONS,
            "This page draws its figures by script. They are at live.json, too, and for"
                + " Prometheus at metrics.",
            "live")
        .getBytes(StandardCharsets.UTF_8);
  }
}
