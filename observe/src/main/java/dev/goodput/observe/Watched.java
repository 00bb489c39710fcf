package dev.goodput.observe;

import dev.goodput.observe.Observation.Missed;
import java.time.Duration;

/// Something that can be looked at again and again. Belongs to one thread, which it holds up for as
/// long as a look takes.
interface Watched extends AutoCloseable {
  /// Looks once.
  ///
  /// @throws dev.goodput.wire.BadSettingException where a TLS file is of no use
  Observation read();

  /// Whether there will never be more to see than there was.
  default boolean over() {
    return false;
  }

  /// What is written down of a look that nobody waits for any longer; called while it goes on, by
  /// another thread.
  ///
  /// @param waited for how long it was waited for at the end
  Missed left(Duration waited);

  /// Gives back what it holds.
  @Override
  void close();
}
