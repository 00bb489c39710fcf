/// `goodput plan`: what can be reckoned before anything is measured.
///
/// Owns the options, the words and the JSON of it. One thread.
@NullMarked
package dev.goodput.app.plan;

import org.jspecify.annotations.NullMarked;
