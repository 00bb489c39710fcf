package dev.goodput.gateway.capture;

import java.security.SecureRandom;

/// The key of one file's digests. It is drawn when the file is created, is never written, and is
/// lost with the process, so prompts or names cannot be tested against a file.
///
/// @param low the low 64 bits
/// @param high the high 64 bits
record Salt(long low, long high) {
  static Salt draw() {
    SecureRandom random = new SecureRandom();
    return new Salt(random.nextLong(), random.nextLong());
  }

  @Override
  public String toString() {
    return "Salt[***]";
  }
}
