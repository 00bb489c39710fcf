package dev.goodput.app.run;

import dev.goodput.record.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a reader must know beside a run's figures, kept in its manifest, so that every later report
/// says it too.
public final class RunNotes {
  private static final String KEY = "run.note.";

  private RunNotes() {}

  /// The manifest with these sentences after those it has.
  public static Manifest keep(Manifest manifest, List<String> notes) {
    Manifest kept = manifest;
    int number = of(manifest).size();
    for (String note : notes) {
      kept = kept.with(KEY + ++number, note);
    }
    return kept;
  }

  /// The sentences that were kept, in their order.
  static List<String> of(Manifest manifest) {
    List<String> notes = new ArrayList<>();
    Optional<String> note = manifest.text(KEY + 1);
    while (note.isPresent()) {
      notes.add(note.get());
      note = manifest.text(KEY + (notes.size() + 1));
    }
    return notes;
  }
}
