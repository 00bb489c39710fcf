/// Tests of price lists, with usage as vendors report it.
@NullMarked
package dev.goodput.operate.price;

import org.jspecify.annotations.NullMarked;
