/// Tests of the tables of stored runs.
@NullMarked
package dev.goodput.store;

import org.jspecify.annotations.NullMarked;
