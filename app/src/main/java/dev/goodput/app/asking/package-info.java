/// Whom, what and how to ask: the options that every command shares which asks a server, and the
/// way from them to a target that was met in pre-flight.
///
/// Option groups are plain values that picocli fills; [dev.goodput.app.asking.CommonOptions#check]
/// refuses what contradicts itself before anything is opened. Main thread only.
@NullMarked
package dev.goodput.app.asking;

import org.jspecify.annotations.NullMarked;
