"""Settings for all tests."""

from hypothesis import settings

# No deadline: a busy machine is no failure. The same examples on every run, so that CI is the same for all.
settings.register_profile("ontoeval", deadline=None, derandomize=True)
settings.load_profile("ontoeval")
