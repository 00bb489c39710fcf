package dev.goodput.lab.saturation;

/// What looks into a server while it is asked at its saturation point. No method throws: what fails
/// is the profiler's own to tell.
public interface Profiler {
  /// Looks at nothing; no level is asked for it.
  Profiler NONE =
      new Profiler() {
        @Override
        public boolean wanted() {
          return false;
        }

        @Override
        public void begin(double load, int level) {}

        @Override
        public void end(double load) {}
      };

  /// Whether a level is to be asked for it.
  boolean wanted();

  /// The load is about to begin.
  ///
  /// @param load users, or requests per second
  /// @param level the number of the level that will be asked
  void begin(double load, int level);

  /// The load is over.
  void end(double load);
}
