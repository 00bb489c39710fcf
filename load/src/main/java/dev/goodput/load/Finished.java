package dev.goodput.load;

import dev.goodput.record.RequestRecord;
import org.jspecify.annotations.Nullable;

/// A record on its way from a loop to the draining thread.
///
/// @param record without the tokenizer's output count
/// @param promptTokens the tokenizer's count of the prompt, -1 where none
/// @param text the answer's text where it was kept
/// @param otherText text of the other channels where it was kept
record Finished(
    RequestRecord record, int promptTokens, @Nullable String text, @Nullable String otherText) {}
