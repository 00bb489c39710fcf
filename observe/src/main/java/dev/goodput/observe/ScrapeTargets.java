package dev.goodput.observe;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.client.PageAddress;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The metrics pages to scrape during a run.
public sealed interface ScrapeTargets {
  /// The option's name, for messages.
  String OPTION = "--server-metrics";

  /// The usual path of a metrics page.
  String PAGE = "/metrics";

  /// The value that turns scraping off.
  String NONE = "off";

  /// No pages.
  record Off() implements ScrapeTargets {}

  /// The target server's own page, if it has one.
  record OfTarget() implements ScrapeTargets {}

  /// The pages that the user named, and no others: an engine's and its GPUs', for example.
  ///
  /// @param pages at least one
  record Named(List<PageAddress> pages) implements ScrapeTargets {
    /// Copies the list.
    public Named {
      pages = List.copyOf(pages);
    }

    /// Returns the addresses with secrets masked.
    Set<String> addresses() {
      return pages.stream().map(PageAddress::shown).collect(Collectors.toSet());
    }
  }

  /// Parses the values of the option.
  ///
  /// @param typed addresses, `off`, or nothing for the target's own page
  /// @throws BadSettingException if one is not an address, or `off` is combined with another value
  static ScrapeTargets parse(List<String> typed) {
    if (typed.isEmpty()) {
      return new OfTarget();
    }
    if (typed.stream().allMatch(NONE::equals)) {
      return new Off();
    }
    if (typed.contains(NONE)) {
      throw new BadSettingException(
          OPTION + " off cannot be combined with addresses; remove one of them");
    }
    return new Named(
        typed.stream().map(each -> PageAddress.parse(OPTION, each, PAGE)).distinct().toList());
  }

  /// Returns the form that is stored: `off`, `target`, or the addresses with secrets masked.
  default String shown() {
    return switch (this) {
      case Off _ -> NONE;
      case OfTarget _ -> "target";
      case Named named ->
          named.pages().stream().map(PageAddress::shown).collect(Collectors.joining(" "));
    };
  }
}
