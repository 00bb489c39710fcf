package dev.goodput.load;

import dev.goodput.record.LogEntry;
import dev.goodput.record.RequestRecord;
import org.jspecify.annotations.Nullable;

/// A receiver of everything that a level produces; called by the draining thread only.
public interface LoadSink {
  /// Takes one entry for the log. The level's start comes first, its end last; a health sample
  /// comes each second.
  void entry(LogEntry entry);

  /// Returns whether this sink wants the text of the responses. Without it no text is kept, unless
  /// a later turn or a tokenizer needs it.
  default boolean wantsText() {
    return false;
  }

  /// Takes the text of one attempt, after its entry, if the sink wants text.
  ///
  /// @param text the answer without reasoning, null if there was no response
  default void text(RequestRecord record, @Nullable String text) {}

  /// Takes the level's progress, about four times a second.
  default void tick(LoadSnapshot snapshot) {}
}
