/// Recorded lengths, traces and conversations: the built-in ones and those in users' files.
///
/// Owns Jackson in this module. Threading: tables are immutable once read.
@NullMarked
package dev.goodput.workload.dataset;

import org.jspecify.annotations.NullMarked;
