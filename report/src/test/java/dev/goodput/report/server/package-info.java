@NullMarked
package dev.goodput.report.server;

import org.jspecify.annotations.NullMarked;
