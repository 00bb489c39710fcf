package dev.goodput.report.stored;

import dev.goodput.report.words.Tone;
import java.util.List;

/// Something that speaks against taking a difference of runs for one of their servers.
///
/// @param tone [Tone#BAD] where figures cannot be held against each other at all
/// @param runs their labels
/// @param what is so
/// @param claim what may not be claimed therefore, or what to do; a sentence
record Objection(Tone tone, List<String> runs, String what, String claim) {
  Objection {
    runs = List.copyOf(runs);
  }
}
