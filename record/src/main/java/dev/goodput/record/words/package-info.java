/// Text that users type and read: quantities with units, and words for a name that was misspelt or
/// JSON that is broken.
///
/// Here since every module that reads text of users sees this one, and no second one of its kind is
/// to be made. Values and pure functions, usable from any thread.
@NullMarked
package dev.goodput.record.words;

import org.jspecify.annotations.NullMarked;
