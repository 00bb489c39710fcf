@NullMarked
package dev.goodput.gateway.store;

import org.jspecify.annotations.NullMarked;
