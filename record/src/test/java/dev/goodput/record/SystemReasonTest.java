package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemReasonTest {
  @Test
  void statesTheReasonAndNotOnlyThePath() {
    assertThat(SystemReason.of(new AccessDeniedException("/x"))).isEqualTo("permission denied");
    assertThat(SystemReason.of(new NoSuchFileException("/x"))).isEqualTo("no such file: /x");
    assertThat(SystemReason.of(new FileAlreadyExistsException("/x"))).isEqualTo("/x is in the way");
    assertThat(SystemReason.of(new FileSystemException("/x", null, "Read-only file system")))
        .isEqualTo("Read-only file system");
  }

  @Test
  void namesAFileOnceInAMessageThatNamesIt() {
    Path named = Path.of("/x");
    assertThat(SystemReason.of(new NoSuchFileException("/x"), named)).isEqualTo("no such file");
    assertThat(SystemReason.of(new NoSuchFileException("/y"), named)).isEqualTo("no such file: /y");
    assertThat(SystemReason.of(new FileAlreadyExistsException("/x"), named))
        .isEqualTo("a file of that name is in the way");
    assertThat(SystemReason.of(new FileAlreadyExistsException("/y"), named))
        .isEqualTo("/y is in the way");
    assertThat(SystemReason.of(new AccessDeniedException("/x"), named))
        .isEqualTo("permission denied");
  }

  @Test
  void namesTheFailuresOfAConnectionWithoutMessage() {
    IOException refused = new ConnectException();
    refused.initCause(new ClosedChannelException());
    assertThat(SystemReason.of(refused)).isEqualTo("nothing listens there");
    IOException unknown = new ConnectException();
    unknown.initCause(new ConnectException().initCause(new UnresolvedAddressException()));
    assertThat(SystemReason.of(unknown)).isEqualTo("no such host");
    assertThat(SystemReason.of(new ConnectException("Network is unreachable")))
        .isEqualTo("Network is unreachable");
  }

  @Test
  void isOneLineAndNeverEmpty() {
    assertThat(SystemReason.of(new IOException("No space left on device\nat somewhere")))
        .isEqualTo("No space left on device");
    assertThat(SystemReason.of(new IOException((String) null))).isEqualTo("IOException");
    assertThat(SystemReason.of(new FileSystemException("/x"))).isEqualTo("/x");
  }

  @Test
  void appearsInTheErrorOfARefusedRunDirectory() {
    Path dir = Path.of("runs");
    RecordException refused =
        new RecordException.WriteFailed(dir, new AccessDeniedException("runs"));
    assertThat(refused).hasMessage("cannot write runs: permission denied; choose another place");
    assertThat(new RecordException.WriteFailed(dir, new IOException("No space left on device")))
        .hasMessageEndingWith(": No space left on device; free space or choose another place");
    assertThat(new RecordException.WriteFailed(dir, new IOException("Disk quota exceeded")))
        .hasMessageEndingWith(": Disk quota exceeded; free space or choose another place");
  }
}
