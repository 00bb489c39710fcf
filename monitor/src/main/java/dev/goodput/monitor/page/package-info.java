/// The gateway's live page and the document that it fetches once a second.
///
/// [LivePage] is a file of the report's family that holds no figure; [LiveDocument] makes the
/// figures of a moment, `goodput.live/2`, from live traffic and what the upstreams say of
/// themselves. Owns that document's schema and the words of its verdicts. Threading: pure functions
/// of immutable values; the trail of the engines guards itself.
@NullMarked
package dev.goodput.monitor.page;

import org.jspecify.annotations.NullMarked;
