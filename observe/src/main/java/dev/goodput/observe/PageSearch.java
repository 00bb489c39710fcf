package dev.goodput.observe;

import dev.goodput.observe.Observation.Missed;
import dev.goodput.observe.Observation.Seen;
import dev.goodput.observe.Observation.Why;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Looks for the first of some pages that tells something of an engine, and stays with it. Where
/// all of them answer and none does, as of a server without metrics, the search is over.
final class PageSearch implements Watched {
  /// Answers for good: others may be the server's bad moment.
  private static final Set<Why> ANSWERS = EnumSet.of(Why.REFUSED, Why.UNREADABLE);

  private final List<MetricsReader> candidates;
  private final MetricsReader likeliest;

  /// Read by whoever gives the search up, too.
  private volatile @Nullable MetricsReader found;

  private boolean over;

  /// @param candidates at least one, the likeliest first
  PageSearch(List<MetricsReader> candidates) {
    this.candidates = new ArrayList<>(candidates);
    this.likeliest = candidates.getFirst();
  }

  @Override
  public Observation read() {
    MetricsReader page = found;
    return page == null ? search() : page.read();
  }

  /// What the first candidate was seen to be where none tells anything.
  private Observation search() {
    Observation first = null;
    boolean answered = true;
    for (MetricsReader candidate : candidates) {
      Observation look = candidate.read();
      if (look instanceof Seen seen && !seen.metrics().readings().isEmpty()) {
        stayWith(candidate);
        return look;
      }
      answered &= !(look instanceof Missed missed) || ANSWERS.contains(missed.why());
      first = first == null ? look : first;
    }
    over = answered;
    return Objects.requireNonNull(first);
  }

  private void stayWith(MetricsReader candidate) {
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
  public Missed left(Duration waited) {
    MetricsReader page = found;
    return (page == null ? likeliest : page).left(waited);
  }

  @Override
  public void close() {
    candidates.forEach(MetricsReader::close);
  }
}
