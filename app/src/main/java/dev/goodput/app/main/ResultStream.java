package dev.goodput.app.main;

import dev.goodput.record.SystemReason;
import dev.goodput.runner.AppException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.regex.Pattern;

/// Standard output as the commands see it. If the reader has closed the pipe, as `| head -1` does,
/// further output is dropped without an error. Any other write failure ends the command, once.
final class ResultStream extends OutputStream {
  private static final Pattern READER_LEFT =
      Pattern.compile("(?i)broken pipe|pipe is being closed|pipe has been ended");

  private final OutputStream target;
  private boolean over;

  ResultStream(OutputStream target) {
    this.target = target;
  }

  @Override
  public void write(int octet) {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  /// @throws AppException.Machine if the write fails
  @Override
  public void write(byte[] bytes, int offset, int length) {
    if (over) {
      return;
    }
    try {
      target.write(bytes, offset, length);
      target.flush();
    } catch (IOException e) {
      over = true;
      if (!READER_LEFT.matcher(String.valueOf(e.getMessage())).find()) {
        throw new AppException.Machine("cannot write to standard output: " + SystemReason.of(e), e);
      }
    }
  }
}
