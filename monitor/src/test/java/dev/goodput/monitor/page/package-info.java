/// Tests of the live document and the live page.
@NullMarked
package dev.goodput.monitor.page;

import org.jspecify.annotations.NullMarked;
