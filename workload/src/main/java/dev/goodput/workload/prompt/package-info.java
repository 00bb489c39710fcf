/// Chat messages, and text of a wanted length in tokens.
///
/// Owns the word list and the sentence generator. Threading: a writer belongs to one thread.
@NullMarked
package dev.goodput.workload.prompt;

import org.jspecify.annotations.NullMarked;
