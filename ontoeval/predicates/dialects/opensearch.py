"""OpenSearch's query DSL, which for filters is that of Elasticsearch."""

from __future__ import annotations

from ontoeval.predicates.dialects.elasticsearch import FORM as FORM
from ontoeval.predicates.dialects.elasticsearch import parse as parse
from ontoeval.predicates.dialects.elasticsearch import write as write

PROFILE = "opensearch"
