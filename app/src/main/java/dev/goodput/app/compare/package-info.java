/// `goodput compare`: stored runs held against each other.
///
/// Owns the options and which runs are meant. One thread.
@NullMarked
package dev.goodput.app.compare;

import org.jspecify.annotations.NullMarked;
