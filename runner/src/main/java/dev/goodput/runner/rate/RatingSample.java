package dev.goodput.runner.rate;

import dev.goodput.record.RunDirectory;
import dev.goodput.report.page.RatingPage.Candidate;
import dev.goodput.report.page.RatingPage.Prompt;
import dev.goodput.report.quality.RunTexts;
import dev.goodput.runner.AppException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// The prompts of a page for raters, drawn at random, with responses in random order.
public final class RatingSample {
  private RatingSample() {}

  /// Draws prompts to which all runs responded, each with the first response of each run.
  ///
  /// @param most the most prompts to draw
  /// @param seed the seed of the drawing, the order and the sides
  /// @throws AppException.Usage if a run keeps no texts, or the runs have no prompt in common
  public static List<Prompt> of(List<RunDirectory> runs, int most, long seed) {
    Map<String, List<Candidate>> byPrompt = new LinkedHashMap<>();
    for (RunDirectory run : runs) {
      if (!RunTexts.in(run.path())) {
        throw new AppException.Usage(
            "%s keeps no texts to rate; measure with --score or --consistency"
                .formatted(run.path()));
      }
      String id = run.manifest().text("run.id").orElse(run.path().toString());
      Map<String, Candidate> first = new LinkedHashMap<>();
      RunTexts.read(
          run.path(),
          _ -> true,
          text -> {
            if (text.outcome().equals("ok")) {
              first.putIfAbsent(
                  text.prompt(),
                  new Candidate(id, text.request().level(), text.id(), text.answer()));
            }
          });
      first.forEach((prompt, candidate) ->
          byPrompt.computeIfAbsent(prompt, _ -> new ArrayList<>()).add(candidate));
    }
    Random random = new Random(seed);
    List<Prompt> prompts = new ArrayList<>();
    byPrompt.forEach((prompt, candidates) -> {
      if (candidates.size() == runs.size()) {
        Collections.shuffle(candidates, random);
        prompts.add(new Prompt(prompt, candidates));
      }
    });
    if (prompts.isEmpty()) {
      throw new AppException.Usage(
          runs.size() == 1
              ? runs.getFirst().path() + " has no successful response to rate"
              : "the runs have no prompt in common; measure both with the same --workload and"
                  + " --seed");
    }
    Collections.shuffle(prompts, random);
    return prompts.subList(0, Math.min(most, prompts.size()));
  }
}
