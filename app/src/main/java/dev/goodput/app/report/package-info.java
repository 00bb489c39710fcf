/// `goodput report`: a stored run, computed and shown again. Main thread only.
@NullMarked
package dev.goodput.app.report;

import org.jspecify.annotations.NullMarked;
