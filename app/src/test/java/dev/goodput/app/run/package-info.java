/// Tests of the package of the same name.
@NullMarked
package dev.goodput.app.run;

import org.jspecify.annotations.NullMarked;
