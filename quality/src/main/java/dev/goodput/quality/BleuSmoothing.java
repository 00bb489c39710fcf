package dev.goodput.quality;

/// What BLEU does with an n-gram order that has no match. Chen and Cherry, "A Systematic Comparison
/// of Smoothing Techniques for Sentence-Level BLEU", WMT 2014; the values are sacreBLEU's defaults.
public enum BleuSmoothing {
  /// The k-th order without a match counts as 1/2ᵏ matches (method 3): sacreBLEU's default.
  EXPONENTIAL,
  /// An order without a match counts as 0.1 matches (method 1).
  FLOOR,
  /// One match and one n-gram more in each order above the first (method 2).
  ADD_ONE,
  /// No smoothing: one order without a match makes the score 0.
  NONE
}
