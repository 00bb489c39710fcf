package dev.goodput.gateway.plan;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.client.MaskedUrl;
import dev.goodput.wire.client.PageAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Where the electric power of an upstream is read.
///
/// @param pages metrics pages with the power or energy of its devices
/// @param rapl whether to read the processors of this machine, too
public record PowerPlan(List<PageAddress> pages, boolean rapl) {
  /// No source of its own: the GPUs on the pages of `metrics` count.
  public static final PowerPlan NONE = new PowerPlan(List.of(), false);

  private static final String RAPL = "rapl";

  /// Copies the list.
  public PowerPlan {
    pages = List.copyOf(pages);
  }

  /// Parses what a user typed: URLs of metrics pages, and `rapl`.
  ///
  /// @param option the option or key, for messages
  /// @throws BadSettingException for anything else
  public static PowerPlan parse(String option, List<String> typed) {
    List<PageAddress> pages = new ArrayList<>();
    boolean rapl = false;
    for (String source : typed) {
      if (source.equals(RAPL)) {
        rapl = true;
      } else if (source.toLowerCase(Locale.ROOT).matches("https?://.*")) {
        pages.add(PageAddress.parse(option, source, "/metrics"));
      } else {
        throw new BadSettingException(
            "%s must be an http or https URL of a metrics page, or rapl, found \"%s\""
                .formatted(option, MaskedUrl.typed(source)));
      }
    }
    return new PowerPlan(pages, rapl);
  }

  /// Returns whether it names no source.
  public boolean isEmpty() {
    return pages.isEmpty() && !rapl;
  }

  /// Returns the sources as they may be shown.
  public List<String> shown() {
    return Stream.concat(
            pages.stream().map(PageAddress::shown), rapl ? Stream.of(RAPL) : Stream.of())
        .toList();
  }
}
