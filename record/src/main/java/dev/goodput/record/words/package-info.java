/// Text that users type and read: quantities with units, and messages about misspelt names,
/// misspelt options and broken JSON.
///
/// They are in this module because every module that reads users' text sees it; there should be no
/// second implementation. Values and pure functions, usable from any thread.
@NullMarked
package dev.goodput.record.words;

import org.jspecify.annotations.NullMarked;
