package dev.goodput.gateway.capture;

import java.security.SecureRandom;

/// What digests of one file are keyed with. It is drawn when the file is begun, is never written,
/// and ends with the process, so that nobody can try prompts or names against a file.
///
/// @param low 64 bits
/// @param high 64 more
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
