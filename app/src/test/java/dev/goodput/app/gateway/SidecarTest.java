package dev.goodput.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Spoken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SidecarTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern ARGUMENT = Pattern.compile("\\n            - (gateway|--\\S+)");

  @TempDir private Path directory;

  @Test
  void theCommandLineOfTheSidecarCanBeTaken() throws IOException {
    String sidecar = Files.readString(ROOT.resolve("deploy/gateway-sidecar.yaml"));
    String container = sidecar.substring(0, sidecar.indexOf("      containers:"));
    Path secret = Files.writeString(directory.resolve("secret"), "s3cret");
    List<String> args =
        ARGUMENT
            .matcher(container)
            .results()
            .map(each -> each.group(1).replaceAll("/etc/goodput-secret/[\\w-]+", "" + secret))
            .toList();
    Spoken typed = new Spoken();
    assertThat(typed.run(args, "--check")).as(typed.err()).isZero();
    assertThat(container).contains("mountPath: /etc/goodput-secret\n");
  }
}
