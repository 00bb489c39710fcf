@NullMarked
package dev.goodput.record.words;

import org.jspecify.annotations.NullMarked;
