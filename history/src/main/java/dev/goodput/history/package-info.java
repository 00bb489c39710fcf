/// Stored runs: listed, named, and tagged as members of baselines.
///
/// Run directories lie under one root; there is no database. What is said of a run lies inside its
/// own directory, each tag a file of its own, so that it follows the directory wherever it is
/// moved, and two processes that tag at once lose nothing. The root keeps only the memory of which
/// runs a baseline has had, so that one that is gone can be named:
///
/// ```
/// ROOT/20261121-021405-azure-conv/manifest.properties, records.log, result.json, …
/// ROOT/20261121-021405-azure-conv/tags/name            what somebody called it
/// ROOT/20261121-021405-azure-conv/tags/baseline.main   it belongs to baseline "main"
/// ROOT/.baselines/main/20261121-021405-azure-conv      where it lay when it was tagged
/// ```
///
/// Values are immutable; everything may be called from any thread.
@NullMarked
package dev.goodput.history;

import org.jspecify.annotations.NullMarked;
