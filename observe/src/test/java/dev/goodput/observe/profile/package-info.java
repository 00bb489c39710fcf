/// Tests of the readers of profiles.
@NullMarked
package dev.goodput.observe.profile;

import org.jspecify.annotations.NullMarked;
