package dev.goodput.wire.client;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the pre-flight asks: as the run will.
///
/// @param model the model a user named, null to take the only one offered
/// @param stream whether answers will be asked for as streams
/// @param ignoreEos whether answers will be asked to go on to their limit
/// @param temperature what will be asked for, null for the server's default
/// @param extraBodyJson members added to each question, null for none
/// @param timeout how long each step may take: a cold model may need minutes for its first answer
/// @param prompts what is asked, one probe each; without any only the model list is read
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

  /// Asks two short questions as streams, 30 seconds a step.
  public static PreflightOptions of(@Nullable String model) {
    return new PreflightOptions(model, true, false, null, null, Duration.ofSeconds(30), PROMPTS);
  }
}
