/// `goodput validate`: how far Goodput's own model can be believed, against the outside.
///
/// Owns the words and the JSON of a validation. One thread.
@NullMarked
package dev.goodput.app.validate;

import org.jspecify.annotations.NullMarked;
