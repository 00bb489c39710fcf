package dev.goodput.load;

/// Takes sessions up on one loop, as the level's arrivals ask. Lives on that loop.
sealed interface Intake permits OpenIntake, ClosedIntake {
  /// The level begins.
  void begin();

  /// There may be more in the supply.
  void fed();

  /// A session that was taken up is over.
  ///
  /// @param refused whether no connection could be had
  void sessionOver(boolean refused);

  /// No more sessions; those that have fallen due are kept as unsent.
  void halt(String why);

  /// Whether nothing more will be taken up.
  boolean over();
}
