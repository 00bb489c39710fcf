package dev.goodput.workload.dataset;

/// How many tokens a byte of prompt has, by least squares: what a server adds to every prompt, as a
/// chat template does, is the same for all and no part of it.
final class TokensPerByte {
  /// Of a file that does not tell.
  private static final double USUAL = .25;

  private double count;
  private double bytes;
  private double tokens;
  private double bytesSquared;
  private double both;

  void add(double promptBytes, double promptTokens) {
    count++;
    bytes += promptBytes;
    tokens += promptTokens;
    bytesSquared += promptBytes * promptBytes;
    both += promptBytes * promptTokens;
  }

  /// At most tokens ÷ bytes, and at least half of that, whatever few or odd prompts say.
  double slope() {
    if (bytes == 0) {
      return USUAL;
    }
    double ratio = tokens / bytes;
    double spread = count * bytesSquared - bytes * bytes;
    // Prompts of one length say nothing of what a byte more would cost.
    double slope =
        spread <= 1e-9 * count * bytesSquared ? ratio : (count * both - bytes * tokens) / spread;
    return Math.clamp(slope, ratio / 2, ratio);
  }
}
