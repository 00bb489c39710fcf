/// Stored runs: listed, named, and tagged as members of baselines.
///
/// Run directories are under one root; there is no database. A run's tags are inside its own
/// directory, each in a separate file. So they follow the directory wherever it is moved, and two
/// processes that tag at once lose nothing. The root itself only stores which runs a baseline has
/// had, so that a missing one can be named:
///
/// ```
/// ROOT/20261121-021405-azure-conv/manifest.properties, records.log, result.json, …
/// ROOT/20261121-021405-azure-conv/tags/name            the name that a user gave it
/// ROOT/20261121-021405-azure-conv/tags/baseline.main   it belongs to baseline "main"
/// ROOT/.baselines/main/20261121-021405-azure-conv      its path when it was tagged
/// ```
///
/// Values are immutable; everything may be called from any thread.
@NullMarked
package dev.goodput.history;

import org.jspecify.annotations.NullMarked;
