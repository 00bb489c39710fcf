package dev.goodput.app.runs;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What `goodput runs` tells.
///
/// @param root where they lie
/// @param runs that are shown, the newest first
/// @param all how many runs there are
/// @param notRuns directories that cannot be listed, with the reason
record RunList(Path root, List<ListedRun> runs, int all, Map<Path, String> notRuns) {}
