@NullMarked
package dev.goodput.app.compare;

import org.jspecify.annotations.NullMarked;
