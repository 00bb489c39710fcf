@NullMarked
package dev.goodput.history;

import org.jspecify.annotations.NullMarked;
