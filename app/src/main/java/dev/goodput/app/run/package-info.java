/// What `bench` and `report` share: judging a run directory, showing it, and its exit code.
///
/// Everything here starts from the directory alone, so that a figure printed after a run and the
/// same figure printed a year later come from one place. Main thread only.
@NullMarked
package dev.goodput.app.run;

import org.jspecify.annotations.NullMarked;
