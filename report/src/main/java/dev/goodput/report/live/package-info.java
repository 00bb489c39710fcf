/// The gateway's live page and the document that it requests once a second.
///
/// [LivePage] is a file of the report's family that contains no figures; [LiveDocument] makes the
/// current figures, `goodput.live/2`, from live traffic and what the upstreams report about
/// themselves. Owns that document's schema and the words of its verdicts. Threading: pure functions
/// of immutable values; the trail of the engines guards itself.
@NullMarked
package dev.goodput.report.live;

import org.jspecify.annotations.NullMarked;
