package dev.goodput.report.model;

/// A fact by name: `seed`, `42`.
public record Fact(String name, String text) {}
