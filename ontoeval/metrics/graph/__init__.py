"""Nodes, edges and paths that graph retrieval returns."""
