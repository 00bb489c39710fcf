/// Tests of [dev.goodput.observe] with pages of real engines, and with servers that misbehave.
@NullMarked
package dev.goodput.observe;

import org.jspecify.annotations.NullMarked;
