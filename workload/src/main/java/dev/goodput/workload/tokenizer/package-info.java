/// Counting tokens: tokenizer files, tiktoken encodings, or a calibration from the server's usage.
///
/// Owns jtokkit and DJL's tokenizers; both load on first use only, and nothing is downloaded.
/// Threading: tokenizers may be shared between threads.
@NullMarked
package dev.goodput.workload.tokenizer;

import org.jspecify.annotations.NullMarked;
