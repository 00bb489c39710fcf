package dev.goodput.record;

/// The layout of a request's flags, stamps and token counts in the log: which are present, and in
/// which order.
///
/// The flag word holds, from the lowest bit: last attempt, streamed, latencies count from due, one
/// bit for each stamp that is present, one for each of the first seven token counts that is known,
/// one for a request that passed through a gateway, and one for each further token count.
final class EntryLayout {
  static final int STAMPS = 11;
  static final int TOKENS = 12;

  /// The token counts whose bits come before that of the gateway.
  private static final int FIRST = 7;

  private static final int LAST = 1;
  private static final int STREAMED = 2;
  private static final int FROM_DUE = 4;
  private static final int FIRST_STAMP = 3;
  private static final int FIRST_TOKENS = FIRST_STAMP + STAMPS;
  private static final int PASSED = 1 << (FIRST_TOKENS + FIRST);

  private EntryLayout() {}

  static int flags(RequestRecord request, long[] stamps, int[] tokens) {
    int flags = request.last() ? LAST : 0;
    flags |= request.streamed() ? STREAMED : 0;
    flags |= request.start() == LatencyOrigin.DUE ? FROM_DUE : 0;
    flags |= request.passage() != null ? PASSED : 0;
    for (int i = 0; i < STAMPS; i++) {
      flags |= Stamps.present(stamps[i]) ? 1 << (FIRST_STAMP + i) : 0;
    }
    for (int i = 0; i < TOKENS; i++) {
      flags |= tokens[i] == TokenCounts.UNKNOWN ? 0 : 1 << tokenBit(i);
    }
    return flags;
  }

  static boolean last(int flags) {
    return (flags & LAST) != 0;
  }

  static boolean streamed(int flags) {
    return (flags & STREAMED) != 0;
  }

  static LatencyOrigin start(int flags) {
    return (flags & FROM_DUE) != 0 ? LatencyOrigin.DUE : LatencyOrigin.INTENDED;
  }

  static boolean passed(int flags) {
    return (flags & PASSED) != 0;
  }

  static boolean hasStamp(int flags, int index) {
    return (flags >>> (FIRST_STAMP + index) & 1) != 0;
  }

  static boolean hasTokens(int flags, int index) {
    return (flags >>> tokenBit(index) & 1) != 0;
  }

  private static int tokenBit(int index) {
    return FIRST_TOKENS + index + (index < FIRST ? 0 : 1);
  }

  static long[] stamps(Stamps stamps) {
    return new long[] {
      stamps.intendedNanos(),
      stamps.dueNanos(),
      stamps.dispatchedNanos(),
      stamps.connectedNanos(),
      stamps.sentNanos(),
      stamps.headersNanos(),
      stamps.firstByteNanos(),
      stamps.firstTokenNanos(),
      stamps.firstAnswerNanos(),
      stamps.lastTokenNanos(),
      stamps.endedNanos()
    };
  }

  static Stamps stamps(long[] at) {
    return new Stamps(at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8], at[9], at[10]);
  }

  static int[] tokens(TokenCounts tokens) {
    return new int[] {
      tokens.usageInput(),
      tokens.usageOutput(),
      tokens.usageReasoning(),
      tokens.usageCachedInput(),
      tokens.usageRejectedDraft(),
      tokens.tokenizerInput(),
      tokens.tokenizerOutput(),
      tokens.priced().cacheWrite5m(),
      tokens.priced().cacheWrite1h(),
      tokens.priced().audioInput(),
      tokens.priced().audioOutput(),
      tokens.priced().unlisted()
    };
  }

  static TokenCounts tokens(int[] counts) {
    return new TokenCounts(
        counts[0],
        counts[1],
        counts[2],
        counts[3],
        counts[4],
        counts[5],
        counts[6],
        new TokenCounts.Priced(counts[7], counts[8], counts[9], counts[10], counts[11]));
  }
}
