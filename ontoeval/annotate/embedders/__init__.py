"""Embedders: behind a server, in this process, and the offline default."""
