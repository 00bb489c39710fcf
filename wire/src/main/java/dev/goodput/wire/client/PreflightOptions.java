package dev.goodput.wire.client;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The request options of the pre-flight, which are those of the run.
///
/// @param model model that the user named, null to use the only one offered
/// @param stream whether responses are requested as streams
/// @param ignoreEos whether responses are requested to continue to their token limit
/// @param temperature temperature, null for the server's default
/// @param extraBodyJson JSON members added to each request, null for none
/// @param timeout time limit for each step; a cold model may need minutes for its first response
/// @param prompts prompts, one probe each; without any, only the model list is read
public record PreflightOptions(
    @Nullable String model,
    boolean stream,
    boolean ignoreEos,
    @Nullable Double temperature,
    @Nullable String extraBodyJson,
    Duration timeout,
    List<String> prompts) {

  private static final List<String> PROMPTS =
      List.of(
          "Say yes or no: is the sea blue?",
          "A man walks along the sea in the early morning and counts the boats that come home with"
              + " the tide. He sees three small boats and one large ship. How many boats are"
              + " there?");

  /// Copies the prompts.
  public PreflightOptions {
    prompts = List.copyOf(prompts);
  }

  /// Returns options for two short streamed prompts with 30 seconds for each step.
  public static PreflightOptions of(@Nullable String model) {
    return new PreflightOptions(model, true, false, null, null, Duration.ofSeconds(30), PROMPTS);
  }
}
