/// Tests of the package.
@NullMarked
package dev.goodput.operate.alert;

import org.jspecify.annotations.NullMarked;
