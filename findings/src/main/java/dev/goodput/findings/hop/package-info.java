/// What was found of a proxy in between, for people and programs: one input, its words, its
/// document. The terminal and the page have their own packages.
///
/// Threading: values and pure functions, usable from any thread.
@NullMarked
package dev.goodput.findings.hop;

import org.jspecify.annotations.NullMarked;
