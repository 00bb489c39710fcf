@NullMarked
package dev.goodput.gateway.capture;

import org.jspecify.annotations.NullMarked;
