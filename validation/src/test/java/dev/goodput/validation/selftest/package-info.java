/// Tests of the package of the same name.
@NullMarked
package dev.goodput.validation.selftest;

import org.jspecify.annotations.NullMarked;
