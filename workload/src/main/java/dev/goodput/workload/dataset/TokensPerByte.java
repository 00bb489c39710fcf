package dev.goodput.workload.dataset;

/// The number of tokens per byte of prompt, by least squares: what a server adds to every prompt,
/// such as a chat template, is constant and not part of the slope.
final class TokensPerByte {
  /// The value for a file without data.
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

  /// Returns the slope, clamped to at most tokens ÷ bytes and at least half of that, in case
  /// prompts are few or unusual.
  double slope() {
    if (bytes == 0) {
      return USUAL;
    }
    double ratio = tokens / bytes;
    double spread = count * bytesSquared - bytes * bytes;
    // Prompts of one length do not show the cost of another byte.
    double slope =
        spread <= 1e-9 * count * bytesSquared ? ratio : (count * both - bytes * tokens) / spread;
    return Math.clamp(slope, ratio / 2, ratio);
  }
}
