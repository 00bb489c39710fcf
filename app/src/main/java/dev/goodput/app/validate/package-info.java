/// `goodput validate`: checks Goodput's own models against external results.
///
/// Owns the text and the JSON of a validation. Single-threaded.
@NullMarked
package dev.goodput.app.validate;

import org.jspecify.annotations.NullMarked;
