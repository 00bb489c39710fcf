/// `goodput report`: computes and shows a stored run again. Main thread only.
@NullMarked
package dev.goodput.app.report;

import org.jspecify.annotations.NullMarked;
