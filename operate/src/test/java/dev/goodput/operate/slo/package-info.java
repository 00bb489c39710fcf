/// Tests of SLO files and of the arithmetic of alerts.
@NullMarked
package dev.goodput.operate.slo;

import org.jspecify.annotations.NullMarked;
