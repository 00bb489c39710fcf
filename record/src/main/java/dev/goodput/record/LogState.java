package dev.goodput.record;

/// What a run's log was found to be when it was read to its end.
public sealed interface LogState {

  /// How many blocks could be read.
  long blocksRead();

  /// One sentence for a reader of the report; empty where there is nothing to say.
  String sentence();

  /// Closed by its writer, and every checksum is right.
  record Complete(long blocksRead) implements LogState {
    @Override
    public String sentence() {
      return "";
    }
  }

  /// The writer was killed, still writes, or the file was damaged; what lies before is whole.
  ///
  /// @param bytesDropped bytes after the last whole block; 0 where the log ends after a whole block
  ///   without the mark of a closed log
  /// @param blocksRead whole blocks before that
  /// @param found what the reader met
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
