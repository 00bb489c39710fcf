package dev.goodput.record;

/// The state of a run's log, as found by reading it to its end.
public sealed interface LogState {

  /// Returns the number of blocks that could be read.
  long blocksRead();

  /// Returns one sentence for readers of the report; empty if there is nothing to report.
  String sentence();

  /// The log was closed by its writer, and every checksum is right.
  record Complete(long blocksRead) implements LogState {
    @Override
    public String sentence() {
      return "";
    }
  }

  /// Another process is still writing the log; everything so far is whole.
  record BeingWritten(long blocksRead) implements LogState {
    @Override
    public String sentence() {
      return "the log is still being written; requests in flight are not in it yet";
    }
  }

  /// The writer was killed, or the file was damaged; everything before the torn part is whole.
  ///
  /// @param bytesDropped bytes after the last whole block; 0 if the log ends after a whole block
  ///   without the mark of a closed log
  /// @param blocksRead whole blocks before that
  /// @param found what the reader found
  record Torn(long bytesDropped, long blocksRead, String found) implements LogState {
    @Override
    public String sentence() {
      if (blocksRead == 0) {
        return "the log " + found + "; nothing of it can be read";
      }
      return "the log "
          + found
          + (bytesDropped == 0 ? "" : "; " + bytesDropped + " bytes were dropped")
          + (blocksRead == 1 ? "; the block" : "; the " + blocksRead + " blocks")
          + " before "
          + (blocksRead == 1 ? "is whole and counted" : "are whole and counted");
    }
  }
}
