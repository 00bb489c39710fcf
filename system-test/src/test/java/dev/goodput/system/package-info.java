/// Black-box tests of the command line: each starts the program as a process of its own, and looks
/// at exit code, streams and files only.
@NullMarked
package dev.goodput.system;

import org.jspecify.annotations.NullMarked;
