/// Tests of the commands about SLO files.
@NullMarked
package dev.goodput.app.slo;

import org.jspecify.annotations.NullMarked;
