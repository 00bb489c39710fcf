/// `goodput query` and `goodput export`: SQL over stored runs and gateway logs, and their rows as
/// files.
@NullMarked
package dev.goodput.app.query;

import org.jspecify.annotations.NullMarked;
