package dev.goodput.app.endpoint;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.NextCommandRole;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options of the two sides; an option that a side lacks is taken from the options for both.
public final class SideOptions {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--a", paramLabel = "URL", description = "baseline server")
  @Nullable String urlA;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--b", paramLabel = "URL", description = "candidate server")
  @Nullable String urlB;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--model-a",
      paramLabel = "NAME",
      description = "model of A, if the server has several")
  @Nullable String modelA;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--model-b",
      paramLabel = "NAME",
      description = "model of B, if the server has several")
  @Nullable String modelB;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--api-key-env-a",
      paramLabel = "VAR",
      description = "environment variable that holds the API key of A")
  @Nullable String keyEnvA;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--api-key-env-b",
      paramLabel = "VAR",
      description = "environment variable that holds the API key of B")
  @Nullable String keyEnvB;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--api-key-file-a",
      paramLabel = "FILE",
      description = "file that holds the API key of A")
  @Nullable Path keyFileA;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--api-key-file-b",
      paramLabel = "FILE",
      description = "file that holds the API key of B")
  @Nullable Path keyFileB;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--profile-a", paramLabel = "GPU/MODEL", description = "simulated engine as A")
  @Nullable String profileA;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--profile-b", paramLabel = "GPU/MODEL", description = "simulated engine as B")
  @Nullable String profileB;

  /// Returns two servers that share all other options.
  public static SideOptions of(String a, String b) {
    SideOptions sides = new SideOptions();
    sides.urlA = a;
    sides.urlB = b;
    return sides;
  }

  /// Whether a side was named at all.
  public boolean named() {
    return Stream.of(urlA, urlB, profileA, profileB).anyMatch(each -> each != null);
  }

  /// Refuses what names a side twice or not at all; held against itself, A may be the usual engine.
  ///
  /// @param same whether one target is to be on both sides
  public void check(TargetOptions both, boolean same) {
    refuse(
        both.url != null || both.profile != null,
        "a comparison names its sides: --a URL and --b URL, or --profile-a and --profile-b");
    for (List<@Nullable String> side :
        List.of(Arrays.asList(urlA, profileA), Arrays.asList(urlB, profileB))) {
      refuse(
          side.getFirst() != null && side.getLast() != null,
          "a side is a server or a simulated engine: leave out its URL or its profile");
    }
    if (profileA != null) {
      CommonOptionChecks.checkProfile("--profile-a", profileA);
    }
    if (profileB != null) {
      CommonOptionChecks.checkProfile("--profile-b", profileB);
    }
    boolean first = same || urlA != null || profileA != null;
    boolean second = urlB != null || profileB != null;
    refuse(!first, "what is compared with? name it with --a URL (or --profile-a GPU/MODEL)");
    refuse(same && second, "--aa uses one target for both sides: remove --b and --profile-b");
    refuse(
        !same && !second,
        "what is compared? name it with --b URL (or --profile-b GPU/MODEL); --aa compares A with"
            + " itself");
  }

  /// A's target.
  public TargetOptions a(TargetOptions both) {
    return side(both, urlA, modelA, keyEnvA, keyFileA, profileA);
  }

  /// B's target.
  public TargetOptions b(TargetOptions both) {
    return side(both, urlB, modelB, keyEnvB, keyFileB, profileB);
  }

  private static TargetOptions side(
      TargetOptions both,
      @Nullable String url,
      @Nullable String model,
      @Nullable String keyEnv,
      @Nullable Path keyFile,
      @Nullable String profile) {
    TargetOptions side = new TargetOptions();
    side.url = url;
    side.profile = profile;
    side.model = model == null ? both.model : model;
    side.credentials = both.credentials.withKey(keyEnv, keyFile);
    side.endpoint = both.endpoint;
    side.noStream = both.noStream;
    side.connectionPerRequest = both.connectionPerRequest;
    side.http = both.http;
    side.serverMetrics = both.serverMetrics;
    side.power = both.power;
    side.virtual = both.virtual;
    return side;
  }
}
