@NullMarked
package dev.goodput.app.validate;

import org.jspecify.annotations.NullMarked;
