"""Constrained outputs: do they parse, validate, and use the vocabulary?"""
