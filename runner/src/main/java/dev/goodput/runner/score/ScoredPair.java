package dev.goodput.runner.score;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// A text to score.
///
/// @param id its id in the file, a string or a number; its line number if it has none
/// @param question what the text answers; empty if the file does not have it
/// @param answer the text
/// @param references texts that would be right
record ScoredPair(JsonNode id, String question, String answer, List<String> references) {}
