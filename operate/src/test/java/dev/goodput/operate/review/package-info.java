/// Tests of SLO files and of the arithmetic of alerts.
@NullMarked
package dev.goodput.operate.review;

import org.jspecify.annotations.NullMarked;
