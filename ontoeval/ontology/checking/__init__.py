"""Running the checks of `ontoeval.ontology.checks`: context, registry, exceptions, baseline, report."""
