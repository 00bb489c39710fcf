package dev.goodput.load;

/// Takes up sessions on one loop as the level's arrivals require. Lives on that loop.
sealed interface Intake permits OpenIntake, ClosedIntake {
  /// A value later than any moment: no user waits.
  long NOBODY = Long.MAX_VALUE;

  /// Starts the level.
  void start();

  /// Called when there may be more in the supply.
  void fed();

  /// Called when a session of that user is over.
  void sessionOver(User user);

  /// Takes up no further sessions; those that have fallen due are recorded as unsent.
  void halt(String why);

  /// Returns whether nothing more will be taken up.
  boolean over();

  /// Returns since when the longest-waiting user has waited for the client, in nanoseconds since
  /// the run began; [#NOBODY] if none waits.
  long waitingSinceNanos();
}
