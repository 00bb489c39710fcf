/// Tests of `goodput rate`.
@NullMarked
package dev.goodput.app.rate;

import org.jspecify.annotations.NullMarked;
