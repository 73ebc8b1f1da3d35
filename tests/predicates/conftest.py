"""Makes ``strategies`` importable from the tests in the folders below."""
