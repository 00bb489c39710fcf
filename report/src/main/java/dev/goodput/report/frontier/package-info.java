/// What load levels buy and cost against each other: how fast one user's tokens come, and how many
/// come in all.
///
/// Owns what it means that one level beats another. Threading: values are immutable.
@NullMarked
package dev.goodput.report.frontier;

import org.jspecify.annotations.NullMarked;
