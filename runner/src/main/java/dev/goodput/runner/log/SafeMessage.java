package dev.goodput.runner.log;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import dev.goodput.wire.client.Credentials;

/// A converter that removes credentials from the message and the stack trace of a log line.
public final class SafeMessage extends ClassicConverter {
  @Override
  public String convert(ILoggingEvent event) {
    String message = Credentials.redact(String.valueOf(event.getFormattedMessage()));
    IThrowableProxy thrown = event.getThrowableProxy();
    return thrown == null
        ? message
        : message
            + System.lineSeparator()
            + Credentials.redact(ThrowableProxyUtil.asString(thrown));
  }
}
