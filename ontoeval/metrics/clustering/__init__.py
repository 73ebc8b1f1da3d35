"""Mentions grouped into clusters, NIL mentions above all."""
