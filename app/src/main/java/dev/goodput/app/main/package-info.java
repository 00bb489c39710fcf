/// The program's entry point, and the root command that lists all others.
///
/// Owns the help pages, the texts of usage errors and standard output. Nothing else imports this
/// package. Main thread only.
@NullMarked
package dev.goodput.app.main;

import org.jspecify.annotations.NullMarked;
