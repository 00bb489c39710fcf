package dev.goodput.observe;

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

  /// Gives back what it holds.
  @Override
  void close();
}
