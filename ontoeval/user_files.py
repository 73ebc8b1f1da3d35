"""Python files of a user's own: imported by path, with errors that name the file."""

from __future__ import annotations

import importlib.util
import os
import sys
from hashlib import blake2b
from pathlib import Path
from types import ModuleType

from ontoeval.errors import ConfigError


def import_file(path: Path, purpose: str) -> ModuleType:
    """Import a Python file under a name of its own.

    Args:
        path: The file.
        purpose: What it is for, as a part of the module's name.

    Raises:
        ConfigError: There is no such file, or importing it failed.
    """
    place = blake2b(os.path.realpath(path).encode(), digest_size=4).hexdigest()
    name = f"ontoeval_{purpose}_{path.stem}_{place}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ConfigError("no such Python file", where=str(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ConfigError(f"importing it failed: {type(error).__name__}: {error}", where=str(path)) from error
    return module
