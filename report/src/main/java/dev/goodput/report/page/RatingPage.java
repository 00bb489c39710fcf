package dev.goodput.report.page;

import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.Figures;
import java.util.List;

/// The page on which people rate responses: one prompt at a time, with its responses side by side
/// and without the names of the runs. It exports the ratings as CSV.
public final class RatingPage {
  private static final String TITLE = "Rate responses";

  private RatingPage() {}

  /// A response to rate.
  ///
  /// @param run the id of its run, which the page exports and does not show
  /// @param level its load level
  /// @param id its request
  /// @param text the whole text
  public record Candidate(String run, int level, long id, String text) {}

  /// A prompt and its responses.
  ///
  /// @param text the prompt
  /// @param candidates the responses, from left to right
  public record Prompt(String text, List<Candidate> candidates) {
    /// Copies the responses.
    public Prompt {
      candidates = List.copyOf(candidates);
    }
  }

  /// Returns the page as text.
  public static String html(List<Prompt> prompts) {
    JsonObject data =
        new JsonObject()
            .text("schema", "goodput.rating-page/1")
            .objects("prompts", prompts, RatingPage::prompt);
    String text = data.node().toString();
    // The name under which the browser keeps ratings until they are exported.
    data.text("key", PageFile.hash(text));
    return PageFile.styled(
        TITLE,
        "This page needs JavaScript to show " + Figures.counted(prompts.size(), "prompt") + ".",
        data.node().toString(),
        "rating");
  }

  private static JsonObject prompt(Prompt prompt) {
    return new JsonObject()
        .text("text", prompt.text)
        .objects(
            "candidates",
            prompt.candidates,
            each ->
                new JsonObject()
                    .text("run", each.run)
                    .whole("level", (long) each.level)
                    .whole("id", each.id)
                    .text("text", each.text));
  }
}
