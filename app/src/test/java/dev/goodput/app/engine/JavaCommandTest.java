package dev.goodput.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class JavaCommandTest {
  @Test
  void aChildUsesTheMachineAsItsParentDoes() {
    List<String> flags =
        List.of(
            "-XX:+UseSerialGC", "-Xmn96m", "--enable-native-access=ALL-UNNAMED", "-XX:AOTCache=a");

    assertThat(JavaCommand.takenOver(flags)).isEqualTo(flags);
  }

  @Test
  void aChildWritesNoCacheAndOpensNoDebuggersPort() {
    List<String> flags =
        List.of(
            "-XX:AOTCacheOutput=goodput.aot",
            "-agentlib:jdwp=transport=dt_socket,server=y,address=5005",
            "-javaagent:watch.jar",
            "-Xlog:gc:file=gc.log",
            "-Dgoodput.aot=goodput.aot");

    assertThat(JavaCommand.takenOver(flags)).isEmpty();
  }
}
