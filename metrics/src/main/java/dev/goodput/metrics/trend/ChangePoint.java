package dev.goodput.metrics.trend;

/// A lasting change of a metric between two runs of a series.
///
/// @param index index of the first run after the change
/// @param before median of the runs from the change point before, or from the start
/// @param after median of the runs up to the next change point, or to the end
/// @param effect relative change of the median; of a share, its difference
/// @param p corrected p-value of the test that found it
public record ChangePoint(int index, double before, double after, double effect, double p) {}
