/// Tests of the package of the same name.
@NullMarked
package dev.goodput.app.selftest;

import org.jspecify.annotations.NullMarked;
