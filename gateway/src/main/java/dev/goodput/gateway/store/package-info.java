/// The gateway's traffic on disk: run directories like those of any run, which `report` and
/// `compare` can read.
///
/// Owns which exchanges are kept, when a new directory is started, and which old ones are deleted.
/// It deletes only what a gateway wrote, and nothing that somebody has tagged.
///
/// Threading: records may be offered by any thread, which never waits; one thread writes.
@NullMarked
package dev.goodput.gateway.store;

import org.jspecify.annotations.NullMarked;
