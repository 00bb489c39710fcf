package dev.goodput.observe;

import dev.goodput.observe.Scrape.FailedScrape;
import java.time.Duration;

/// Something that can be scraped repeatedly. Confined to one thread, which a scrape blocks.
interface PageScraper extends AutoCloseable {
  /// Scrapes once.
  ///
  /// @throws dev.goodput.wire.BadSettingException if a TLS file is unusable
  Scrape read();

  /// Returns whether further scrapes can find nothing new.
  default boolean over() {
    return false;
  }

  /// Returns the record of a scrape that is abandoned while another thread still runs it.
  ///
  /// @param waited how long the caller waited at the end
  FailedScrape abandoned(Duration waited);

  /// Releases its resources.
  @Override
  void close();
}
