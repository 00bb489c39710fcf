/// `goodput validate`: checks Goodput's own models against external results.
///
/// Owns the options; `validation` makes the text and the JSON. Single-threaded.
@NullMarked
package dev.goodput.app.validate;

import org.jspecify.annotations.NullMarked;
