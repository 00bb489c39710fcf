/// Words for the lines that users read, wherever a name or an option was misspelt or JSON is
/// broken.
///
/// Here since every module that reads names or JSON sees this one, and no second one of its kind is
/// to be made. Values and pure functions, usable from any thread.
@NullMarked
package dev.goodput.record.words;

import org.jspecify.annotations.NullMarked;
