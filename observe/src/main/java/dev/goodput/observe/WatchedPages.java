package dev.goodput.observe;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.client.PageAddress;
import java.util.List;
import java.util.stream.Collectors;

/// Which pages of metrics are looked at beside a run.
public sealed interface WatchedPages {
  /// The option's name, for words.
  String OPTION = "--server-metrics";

  /// Where pages of metrics usually are.
  String PAGE = "/metrics";

  /// The word that turns it off.
  String NONE = "off";

  /// None.
  record Off() implements WatchedPages {}

  /// The one of the server that is asked, where it has one.
  record OfTarget() implements WatchedPages {}

  /// Those that a user named, and no other: an engine's and its GPUs', for example.
  ///
  /// @param pages at least one
  record Named(List<PageAddress> pages) implements WatchedPages {
    /// Copies the list.
    public Named {
      pages = List.copyOf(pages);
    }
  }

  /// Reads what a user typed.
  ///
  /// @param typed addresses, `off`, or nothing for the target's own
  /// @throws BadSettingException where one of them is no address, or `off` stands beside one
  static WatchedPages parse(List<String> typed) {
    if (typed.isEmpty()) {
      return new OfTarget();
    }
    if (typed.stream().allMatch(NONE::equals)) {
      return new Off();
    }
    if (typed.contains(NONE)) {
      throw new BadSettingException(OPTION + " off stands alone; leave out it or the addresses");
    }
    return new Named(
        typed.stream().map(each -> PageAddress.parse(OPTION, each, PAGE)).distinct().toList());
  }

  /// What is kept of it: `off`, `target`, or the addresses with secrets starred.
  default String shown() {
    return switch (this) {
      case Off _ -> NONE;
      case OfTarget _ -> "target";
      case Named named ->
          named.pages().stream().map(PageAddress::shown).collect(Collectors.joining(" "));
    };
  }
}
