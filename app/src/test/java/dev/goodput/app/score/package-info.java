/// Tests of `goodput score`.
@NullMarked
package dev.goodput.app.score;

import org.jspecify.annotations.NullMarked;
