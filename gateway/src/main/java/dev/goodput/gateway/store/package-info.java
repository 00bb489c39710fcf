/// What a gateway keeps of its traffic on disk: run directories like those of any run, of which
/// `report` and `compare` make the same figures.
///
/// Owns which exchanges are kept, when a new directory is begun, and which old ones go. It deletes
/// only what a gateway wrote, and nothing that somebody has tagged.
///
/// Threading: records are handed over by any thread, which never waits; one thread writes.
@NullMarked
package dev.goodput.gateway.store;

import org.jspecify.annotations.NullMarked;
