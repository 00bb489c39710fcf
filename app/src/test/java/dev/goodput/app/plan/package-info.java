@NullMarked
package dev.goodput.app.plan;

import org.jspecify.annotations.NullMarked;
