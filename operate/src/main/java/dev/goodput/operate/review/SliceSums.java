package dev.goodput.operate.review;

/// The time slices of an SLO in a period.
///
/// @param slices those with requests enough to count
/// @param bad those that missed the slice target
record SliceSums(long slices, long bad) {}
