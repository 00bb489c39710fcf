/// Options that several commands which measure or report share, the options of a stored command
/// line, and the files for CI jobs of a command that ends without a result.
///
/// Threading: main thread, unless a class states otherwise.
@NullMarked
package dev.goodput.app.run;

import org.jspecify.annotations.NullMarked;
