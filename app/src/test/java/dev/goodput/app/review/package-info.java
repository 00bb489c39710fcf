/// Tests of reviews, on planted weeks of a gateway's log.
@NullMarked
package dev.goodput.app.review;

import org.jspecify.annotations.NullMarked;
