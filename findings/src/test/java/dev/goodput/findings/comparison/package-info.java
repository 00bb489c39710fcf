@NullMarked
package dev.goodput.findings.comparison;

import org.jspecify.annotations.NullMarked;
