package dev.goodput.findings.runs;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The listing of `goodput runs`.
///
/// @param root the directory of the runs
/// @param runs the runs to show, newest first
/// @param all the number of all runs
/// @param notRuns directories that cannot be listed, with the reason
public record RunList(Path root, List<ListedRun> runs, int all, Map<Path, String> notRuns) {}
