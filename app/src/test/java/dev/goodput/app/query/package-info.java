/// Tests of SQL over stored runs, trends and exports on the command line.
@NullMarked
package dev.goodput.app.query;

import org.jspecify.annotations.NullMarked;
