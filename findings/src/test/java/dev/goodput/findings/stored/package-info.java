@NullMarked
package dev.goodput.findings.stored;

import org.jspecify.annotations.NullMarked;
