"""Engines known from their documentation and issue trackers only; nobody ran them for this table."""

from __future__ import annotations

from dataclasses import replace

from ontoeval.predicates.profiles.switches import Profile

#: ``$ne`` keeps only records that have the field (since 2024, haystack-core-integrations #590); any element of a
#: list matches; null is rejected and metadata is flat.
PINECONE = Profile(
    name="pinecone",
    source="documentation",
    engine="Pinecone",
    logic="three",
    stores_null=False,
    paths="literal",
    flattened=False,
)
#: Text is compared by words by default: "Verified" equals "Not Verified" (weaviate #5156, #8035, #4237).
WEAVIATE = Profile(
    name="weaviate",
    source="documentation",
    engine="Weaviate, default tokenization",
    text="words",
    dates="iso",
    paths="literal",
    flattened=False,
)
#: null and [] are not indexed, lists of objects are flattened, a bool query without clauses matches everything.
#: A numeric field turns text into numbers, a keyword field numbers into text; that depends on the mapping and is
#: not modelled.
ELASTICSEARCH = Profile(
    name="elasticsearch",
    source="documentation",
    engine="Elasticsearch, keyword fields",
    stores_null=False,
    dates="iso",
    empty_or=True,
)
OPENSEARCH = replace(ELASTICSEARCH, name="opensearch", engine="OpenSearch, keyword fields")
#: ``!=`` returns rows without the key in 2.6.8 (milvus #47164); three-valued logic is planned (#50698).
MILVUS = Profile(
    name="milvus",
    source="documentation",
    engine="Milvus server 2.6",
    lists="whole",
    paths="nested",
    flattened=False,
)
#: Attributes are matched without case by default; a field that is not set cannot be asked for.
VESPA = Profile(
    name="vespa",
    source="documentation",
    engine="Vespa, attributes",
    text="folded",
    stores_null=False,
    paths="nested",
)

DOCUMENTED = (PINECONE, WEAVIATE, ELASTICSEARCH, OPENSEARCH, MILVUS, VESPA)
