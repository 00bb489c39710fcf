package dev.goodput.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// The launcher in a project of its own, with a Maven and a JDK that only note what was asked.
///
/// Alone: a child that another test forks while a script is written here holds it open for writing
/// until it is a program of its own, and the system executes no file that is being written.
@Tag("system")
@Isolated
class LauncherTest {
  private static final Path LAUNCHER = Path.of("..", "goodput").toAbsolutePath().normalize();

  @TempDir Path top;
  private Path project;
  private String options = "";
  private String locale = "C.UTF-8";

  @BeforeEach
  void makeProject() throws IOException {
    project = Files.createDirectories(top.resolve("a project"));
    Files.copy(LAUNCHER, project.resolve("goodput"));
    Files.createDirectory(project.resolve(".mvn"));
    Files.copy(LAUNCHER.resolveSibling(".mvn/jdk.sh"), project.resolve(".mvn/jdk.sh"));
    Files.createDirectories(project.resolve("app/src/main/java"));
    Files.writeString(project.resolve("pom.xml"), "<project/>");
    Files.writeString(project.resolve("app/pom.xml"), "<project/>");
    Files.setPosixFilePermissions(
        project.resolve("goodput"), PosixFilePermissions.fromString("rwxr-xr-x"));
    script(
        "mvnw",
        """
        echo "[INFO] Building goodput 0.1 [1/3]"
        echo "[INFO] Building goodput-record 0.1 [2/3]"
        echo "[INFO] Building goodput-app 0.1 [3/3]"
        mkdir -p app/target/goodput/lib; echo jar > app/target/goodput/lib/a.jar
        echo built >> built.txt
        """);
    jdk("jdk", "25.0.1");
  }

  @Test
  void buildsOnFirstUseOnlyAndHandsTheArgumentsOver() throws Exception {
    Outcome first = launch("bench", "--slo", "p95 ttft<=200ms");
    Outcome second = launch("bench");

    assertThat(first.exit).isZero();
    assertThat(first.err)
        .contains("first use")
        .contains("  [1/3] goodput\n  [2/3] record\n  [3/3] app\n");
    assertThat(first.out).contains("dev.goodput.app.main.Main|bench|--slo|p95 ttft<=200ms|");
    assertThat(second.err).isEmpty();
    assertThat(project.resolve("built.txt")).hasContent("built");
  }

  /// As in many containers; and where the locale is none, or not there, files have names all the
  /// same.
  @Test
  void letsFilesHaveAnyName() throws Exception {
    for (String locale : List.of("C", "C.UTF-8", "xx_YY.UTF-8")) {
      this.locale = locale;
      boolean linux = System.getProperty("os.name").equals("Linux"); // elsewhere names are UTF-8
      assertThat(launch("bench").out).contains(linux ? "|locale UTF-8" : "|locale ");
    }
  }

  @Test
  void keepsAHeapSizeThatTheUserSets() throws Exception {
    options = "-Xss2m";
    assertThat(launch("bench").out).contains("-Xms160m|-Xmx1g|-Xmn96m|", "|-Xss2m|");
    for (String sized : List.of("-Xmx128m", "-XX:MaxRAMPercentage=40", "-Xmxmuch")) {
      options = sized;
      assertThat(launch("bench").out)
          .contains("|" + sized + "|", "|-XX:SurvivorRatio=6|")
          .doesNotContain("-Xms160m", "-Xmx1g", "-Xmn96m");
    }
  }

  @Test
  void keepsTheYoungGenerationWhereTheHeapHasRoomForIt() throws Exception {
    for (String sized :
        List.of("-Xmx2g", "-Xss2m -Xms512M", "-Xmx192m", "-Xms192m -Xmx128m -Xmx1073741824")) {
      options = sized;
      assertThat(launch("bench").out)
          .contains("-Xmn96m|", "|" + sized.replace(' ', '|') + "|")
          .doesNotContain("-Xms160m", "-Xmx1g");
    }
  }

  @Test
  void leavesTheYoungGenerationToJavaWhereTheHeapIsSmallOrTheUserSizesIt() throws Exception {
    for (String sized :
        List.of(
            "-Xms64m -Xmx1g",
            "-Xmx2g -Xmx100m",
            "-Xmx2g -XX:InitialHeapSize=64m",
            "-Xmx4g -Xmn1g",
            "-Xmx4g -XX:NewRatio=1",
            "-XX:MaxNewSize=64m -Xms512m")) {
      options = sized;
      assertThat(launch("bench").out)
          .contains("|" + sized.replace(' ', '|') + "|")
          .doesNotContain("-Xmn96m", "-Xms160m");
    }
    for (String young : List.of("-Xmn512m", "-XX:NewSize=32m", "-XX:NewRatio=1")) {
      options = young;
      assertThat(launch("bench").out)
          .contains("-Xmx1g|", "|" + young + "|")
          .doesNotContain("-Xmn96m", "-Xms160m");
    }
  }

  @Test
  void keepsWhatJavaWarnsOfApartFromResults() throws Exception {
    assertThat(launch("bench").out).contains("|-Xlog:disable|-Xlog:all=warning:stderr|");
  }

  @Test
  void buildsAgainWhenASourceIsNewer() throws Exception {
    launch("bench");
    Path source = project.resolve("app/src/main/java/Newer.java");
    Files.writeString(source, "class Newer {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));

    assertThat(launch("bench").err).contains("newer than the build");
    assertThat(project.resolve("built.txt")).hasContent("built\nbuilt");
  }

  @Test
  void namesTheLogOfABuildThatFails() throws Exception {
    script("mvnw", "echo '[ERROR] no such symbol'; exit 1\n");

    Outcome outcome = launch("bench");

    assertThat(outcome.exit).isEqualTo(1);
    assertThat(outcome.err).contains("goodput-build.log").contains("no such symbol");
    assertThat(project.resolve("target/goodput.lock")).doesNotExist();
  }

  @Test
  void takesOverTheLockOfABuildThatWasKilled() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Path lock = Files.createDirectories(project.resolve("target/goodput.lock"));
    Files.writeString(lock.resolve("pid"), Long.toString(gone.pid()));

    assertThat(launch("bench").exit).isZero();
  }

  @Test
  void preparesTheFastStartAgainWhereItWasInterrupted() throws Exception {
    script("../jdk/bin/java", "case $* in *rehearse*) kill -TERM $PPID ;; esac\n");
    Outcome interrupted = launch("bench");
    jdk("jdk", "25.0.1");

    assertThat(interrupted.exit).isEqualTo(143);
    assertThat(launch("bench").err).contains("preparing a fast start");
    assertThat(launch("bench").err).isEmpty();
  }

  @Test
  void saysHowToGetAJdkWhereThereIsNone() throws Exception {
    jdk("jdk", "17.0.9");
    // Only a machine without any JDK 25 in the usual places can show this from outside.
    Path search = project.resolve(".mvn/jdk.sh");
    Files.writeString(
        search,
        Files.readString(search)
            .replace("/usr/lib/jvm/* /usr/java/* /opt/* /opt/java/* /opt/jdk/*", "")
            .replace("on_path=$(command -v javac", "on_path=$(false"));

    Outcome outcome = launch("bench");

    assertThat(outcome.exit).isEqualTo(1);
    assertThat(outcome.err).contains("needs a JDK 25").contains("adoptium.net");
  }

  private record Outcome(int exit, String out, String err) {}

  private Outcome launch(String... arguments) throws Exception {
    Path out = top.resolve("out.txt");
    Path err = top.resolve("err.txt");
    String[] command = new String[arguments.length + 1];
    command[0] = project.resolve("goodput").toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", top.resolve("jdk").toString());
    environment.put("GOODPUT_JAVA_OPTS", options);
    environment.put("HOME", top.toString());
    environment.put("LC_ALL", locale);
    int exit = builder.start().waitFor();
    return new Outcome(exit, Files.readString(out), Files.readString(err));
  }

  private void script(String name, String body) throws IOException {
    Path file = project.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + body, StandardCharsets.UTF_8);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void jdk(String name, String version) throws IOException {
    script("../" + name + "/bin/javac", "");
    script("../" + name + "/bin/java", "printf '%s|' \"$@\"; echo \"locale $(locale charmap)\"\n");
    Files.writeString(top.resolve(name).resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
  }
}
