/// The report of a measurement in each of its forms: document, page, terminal text, lists of
/// requests, and files for continuous integration; and the same without what names a place.
///
/// Owns the choice of the renderer and the redaction. The packages of `report` and the other
/// packages of `findings` own the formats, and none of them knows this one.
///
/// Threading: values, usable from any thread; a redacted report by one thread at a time.
@NullMarked
package dev.goodput.findings.output;

import org.jspecify.annotations.NullMarked;
