package dev.goodput.report.comparison;

import dev.goodput.metrics.Conclusion;

/// What one side comes to by itself, where that is to be said before anything that differs.
///
/// @param conclusion that decides the exit code
/// @param title `B answers nothing`
/// @param why in one clear line
public record SideVerdict(Conclusion conclusion, String title, String why) {}
