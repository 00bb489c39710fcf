/// `goodput alerts`: alert rules from SLO files, their tests, and the linter of rule files.
@NullMarked
package dev.goodput.app.alerts;

import org.jspecify.annotations.NullMarked;
