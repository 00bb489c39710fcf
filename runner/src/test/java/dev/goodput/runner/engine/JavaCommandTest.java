package dev.goodput.runner.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JavaCommandTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:+UseSerialGC",
        "-XX:-UseG1GC",
        "-XX:+UseCompactObjectHeaders",
        "-XX:-UsePerfData",
        "-Xms160m",
        "-Xmx1g",
        "-Xmn96m",
        "-Xmx134217728",
        "-XX:MaxRAMPercentage=50.0",
        "-XX:SurvivorRatio=6",
        "-XX:MaxDirectMemorySize=512m",
        "-XX:ReservedCodeCacheSize=64m",
        "-XX:Tier4InvocationThreshold=50000",
        "-XX:Tier4BackEdgeThreshold=200000",
        "-XX:TieredStopAtLevel=1",
        "-XX:AOTCache=/a place/goodput.aot",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-Dfile.encoding=UTF-8"
      })
  void aChildUsesTheMachineAsItsParentDoes(String flag) {
    assertThat(JavaCommand.takenOver(List.of(flag))).containsExactly(flag);
  }

  @Test
  void aChildTakesOverWhatTheLauncherGivesButForHowItPrints() throws IOException {
    List<String> given = launcherFlags();
    assertThat(given).hasSizeGreaterThan(10).contains("-Xmn96m", "-XX:+UseSerialGC");
    assertThat(JavaCommand.takenOver(given))
        .containsExactlyElementsOf(
            given.stream().filter(flag -> !flag.matches("-Dstd(out|err)\\.encoding=.*")).toList());
  }

  /// Returns the flags of the script that starts the program.
  private static List<String> launcherFlags() throws IOException {
    String script = Files.readString(Path.of("..", "goodput"));
    return Pattern.compile("(?m)^(?:heap|jvm)='([^']*)'")
        .matcher(script)
        .results()
        .flatMap(found -> Stream.of(found.group(1).split("\\s+")))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:StartFlightRecording=filename=a.jfr",
        "-XX:StartFlightRecording",
        "-XX:FlightRecorderOptions=repository=a",
        "-XX:+PrintCompilation",
        "-XX:+PrintFlagsFinal",
        "-XX:+PrintCommandLineFlags",
        "-XX:+ShowMessageBoxOnError",
        "-XX:+LogCompilation",
        "-XX:+HeapDumpOnOutOfMemoryError",
        "-XX:HeapDumpPath=a.hprof",
        "-XX:ErrorFile=a.log",
        "-XX:LogFile=a.log",
        "-XX:NativeMemoryTracking=summary",
        "-XX:OnOutOfMemoryError=echo UseSerialGC",
        "-XX:AOTCacheOutput=goodput.aot",
        "-XX:AOTMode=record",
        "-XX:AOTConfiguration=goodput.aotconf",
        "-XX:ArchiveClassesAtExit=a.jsa",
        "-agentlib:jdwp=transport=dt_socket,server=y,address=5005",
        "-javaagent:watch.jar",
        "-Xlog:gc:file=gc.log",
        "-Xmixed",
        "-Dgoodput.aot=goodput.aot"
      })
  void aChildRecordsPrintsAndWritesNothingOfItsParents(String flag) {
    assertThat(JavaCommand.takenOver(List.of(flag))).isEmpty();
  }
}
