/// The rules of the house, held against every source and class of the project.
///
/// Owns the readers of sources ([Sources]) and the checkers: each takes sources or classes and
/// gives the violations as sentences, so that it can be tried on small bad samples as well. The
/// rules themselves are told in `ARCHITECTURE.md`. Threading: none; everything is read once per
/// test.
@NullMarked
package dev.goodput.house;

import org.jspecify.annotations.NullMarked;
