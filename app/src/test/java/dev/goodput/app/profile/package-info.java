/// Tests of `goodput profile`.
@NullMarked
package dev.goodput.app.profile;

import org.jspecify.annotations.NullMarked;
