/// Scores of responses: of a run, after its last request, and of a file of pairs. A model may judge
/// them, and responses to the same requests may be compared.
///
/// Owns the files `scores.*`, `judge.*` and `consistency.*` of run directories, the file of pairs,
/// its text and its JSON. The scores themselves are defined in `quality`. Threading: one thread,
/// except for the requests to a judge.
@NullMarked
package dev.goodput.runner.score;

import org.jspecify.annotations.NullMarked;
