/// Real parts for tests of the report: a browser that is installed on this machine.
@NullMarked
package dev.goodput.report.testing;

import org.jspecify.annotations.NullMarked;
