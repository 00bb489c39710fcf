/// Tests of the live document and the live page.
@NullMarked
package dev.goodput.report.live;

import org.jspecify.annotations.NullMarked;
