package dev.goodput.observe;

import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.FailureReason;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A search for the first of several pages that has engine metrics. Once it finds one, it stays
/// with it. If all pages answer and none has any, as with a server without metrics, the search
/// ends.
final class PageSearch implements PageScraper {
  /// Final answers. Other misses may be temporary.
  private static final Set<FailureReason> ANSWERS =
      EnumSet.of(FailureReason.REFUSED, FailureReason.UNREADABLE);

  private final List<MetricsReader> candidates;
  private final MetricsReader likeliest;

  /// Also read by the thread that abandons the search.
  private volatile @Nullable MetricsReader found;

  private boolean over;

  /// @param candidates at least one, the likeliest first
  PageSearch(List<MetricsReader> candidates) {
    this.candidates = new ArrayList<>(candidates);
    this.likeliest = candidates.getFirst();
  }

  @Override
  public Scrape read() {
    MetricsReader page = found;
    return page == null ? search() : page.read();
  }

  /// Returns the result of the first candidate if none has any engine metrics.
  private Scrape search() {
    Scrape first = null;
    boolean answered = true;
    for (MetricsReader candidate : candidates) {
      Scrape scrape = candidate.read();
      if (scrape instanceof SuccessfulScrape seen && !seen.metrics().readings().isEmpty()) {
        choose(candidate);
        return scrape;
      }
      answered &= !(scrape instanceof FailedScrape missed) || ANSWERS.contains(missed.why());
      first = first == null ? scrape : first;
    }
    over = answered;
    return Objects.requireNonNull(first);
  }

  private void choose(MetricsReader candidate) {
    found = candidate;
    candidates.remove(candidate);
    candidates.forEach(MetricsReader::close);
    candidates.clear();
    candidates.add(candidate);
  }

  @Override
  public boolean over() {
    return over;
  }

  @Override
  public FailedScrape abandoned(Duration waited) {
    MetricsReader page = found;
    return (page == null ? likeliest : page).abandoned(waited);
  }

  @Override
  public void close() {
    candidates.forEach(MetricsReader::close);
  }
}
