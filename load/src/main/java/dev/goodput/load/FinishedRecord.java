package dev.goodput.load;

import dev.goodput.record.RequestRecord;
import org.jspecify.annotations.Nullable;

/// A record on its way from a loop to the draining thread.
///
/// @param record the record, without the tokenizer's output count
/// @param promptTokens the tokenizer's count of the prompt, -1 without a tokenizer
/// @param text the response's text, null if it was not kept
/// @param otherText text of the other channels, null if it was not kept
record FinishedRecord(
    RequestRecord record, int promptTokens, @Nullable String text, @Nullable String otherText) {}
