@NullMarked
package dev.goodput.app.runs;

import org.jspecify.annotations.NullMarked;
