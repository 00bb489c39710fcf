/// Profiles of engines in words and as a document: what bounds the engine, the operators by time,
/// idle time, and what launching work cost.
///
/// Owns `goodput.profile/1` and `profile.json` of run directories. Values, usable from any thread.
@NullMarked
package dev.goodput.findings.profile;

import org.jspecify.annotations.NullMarked;
