package dev.goodput.lab.saturation;

/// A profiler that runs on the server during a level at its saturation point. No method throws; the
/// profiler reports its own failures.
public interface Profiler {
  /// A profiler that does nothing; no level is run for it.
  Profiler NONE =
      new Profiler() {
        @Override
        public boolean isEnabled() {
          return false;
        }

        @Override
        public void start(double load, int level) {}

        @Override
        public void end(double load) {}
      };

  /// Returns whether to run a level for the profiler.
  boolean isEnabled();

  /// Called when the load is about to start.
  ///
  /// @param load users, or requests per second
  /// @param level the number of the level that will be run
  void start(double load, int level);

  /// Called when the load has ended.
  void end(double load);
}
