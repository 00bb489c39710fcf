package dev.goodput.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The notes on a run: what a reader must know in addition to its figures. The manifest stores
/// them, so that every later report shows them too.
public final class RunNotes {
  private static final String KEY = "run.note.";

  private RunNotes() {}

  /// Returns the manifest with these notes after those it has.
  public static Manifest keep(Manifest manifest, List<String> notes) {
    Manifest kept = manifest;
    int number = of(manifest).size();
    for (String note : notes) {
      kept = kept.with(KEY + ++number, note);
    }
    return kept;
  }

  /// Returns the stored notes in their order.
  public static List<String> of(Manifest manifest) {
    List<String> notes = new ArrayList<>();
    Optional<String> note = manifest.text(KEY + 1);
    while (note.isPresent()) {
      notes.add(note.get());
      note = manifest.text(KEY + (notes.size() + 1));
    }
    return notes;
  }
}
