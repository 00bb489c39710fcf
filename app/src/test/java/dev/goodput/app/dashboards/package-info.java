/// Tests of the package.
@NullMarked
package dev.goodput.app.dashboards;

import org.jspecify.annotations.NullMarked;
