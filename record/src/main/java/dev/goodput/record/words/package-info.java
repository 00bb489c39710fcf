/// Helpers for messages to users when a name or an option is misspelt or JSON is broken.
///
/// They are in this module because every module that reads names or JSON sees it; there should be
/// no second implementation. Values and pure functions, usable from any thread.
@NullMarked
package dev.goodput.record.words;

import org.jspecify.annotations.NullMarked;
