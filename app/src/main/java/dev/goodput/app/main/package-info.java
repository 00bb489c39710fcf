/// The program's entry point, and the root command that names all others.
///
/// Owns the help pages, the words of usage errors and standard output. Nothing else imports this
/// package. Main thread only.
@NullMarked
package dev.goodput.app.main;

import org.jspecify.annotations.NullMarked;
