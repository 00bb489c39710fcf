package dev.goodput.load;

/// Takes sessions up on one loop, as the level's arrivals ask. Lives on that loop.
sealed interface Intake permits OpenIntake, ClosedIntake {
  /// Later than any moment: nobody waits.
  long NOBODY = Long.MAX_VALUE;

  /// The level begins.
  void begin();

  /// There may be more in the supply.
  void fed();

  /// A session of that user is over.
  void sessionOver(User user);

  /// No more sessions; those that have fallen due are kept as unsent.
  void halt(String why);

  /// Whether nothing more will be taken up.
  boolean over();

  /// Since when the user waits for the client who has waited for longest, nanoseconds since the run
  /// began; [#NOBODY] where none does.
  long waitingSinceNanos();
}
