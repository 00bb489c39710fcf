package dev.goodput.runner.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.SubstituteLoggerFactory;

/// The file `run.log`: warnings about problems other than results. The first warning creates the
/// file, so a run without problems has none.
public final class RunLogFile implements AutoCloseable {
  /// The name of the file in a run directory.
  public static final String NAME = "run.log";

  private final Lines lines;
  private final Logger root;

  /// Starts writing warnings to a file in the directory.
  public RunLogFile(Path directory) {
    LoggerContext context = context();
    root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    lines = new Lines(directory.resolve(NAME));
    lines.setContext(context);
    lines.start();
    root.addAppender(lines);
  }

  /// Waits for the real logging context: while another thread initializes the library, it returns a
  /// substitute.
  private static LoggerContext context() {
    ILoggerFactory factory = LoggerFactory.getILoggerFactory();
    while (factory instanceof SubstituteLoggerFactory) {
      Thread.onSpinWait();
      factory = LoggerFactory.getILoggerFactory();
    }
    return (LoggerContext) factory;
  }

  @Override
  public void close() {
    root.detachAppender(lines);
    lines.stop();
  }

  /// An appender that writes each line at once: warnings are rare, and a killed process loses none.
  private static final class Lines extends AppenderBase<ILoggingEvent> {
    private final SafeMessage message = new SafeMessage();
    private final Path file;

    Lines(Path file) {
      this.file = file;
    }

    @Override
    protected void append(ILoggingEvent event) {
      if (!event.getLevel().isGreaterOrEqual(Level.WARN)) {
        return;
      }
      String line =
          "%s %s [%s] %s %s%n"
              .formatted(
                  Instant.ofEpochMilli(event.getTimeStamp()),
                  event.getLevel(),
                  event.getThreadName(),
                  event.getLoggerName(),
                  message.convert(event));
      try {
        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        addError("cannot write " + file, e);
      }
    }
  }
}
