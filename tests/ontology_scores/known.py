"""Small taxonomies of published examples, written as ``child-parent``."""

from __future__ import annotations

import networkx as nx

import ontoeval as oe

#: nxontology 0.5.0, examples.create_metal_nxo; also DiShIn's example.
METAL = (
    "precious-metal coinage-metal platinum-precious palladium-precious gold-precious silver-precious gold-coinage "
    "silver-coinage copper-coinage"
)
#: nxontology 0.5.0, examples.create_disconnected_nxo; water stands alone.
DISCONNECTED = "precious-metal coinage-metal conifer-tree pine-conifer"
#: The example of HEMKit's manual: 10 above 20 (1, 2) and 30 (3, 4, 5); 90 above 30; 10 above 70, 70 above 3.
HEMKIT = "20-10 30-10 1-20 2-20 5-30 4-30 3-30 30-90 3-70 70-10"
HEMKIT_ROWS = [
    # gold, predicted, hP, hR, hF, LCA-P, LCA-R, LCA-F (HEMKit compiled and run; spec/hierarchy.md, section 2)
    (["1", "2", "3"], ["1"], 1, 4 / 9, 0.615385, 1, 0.5, 0.666667),
    (["1", "4", "5"], ["2", "4"], 6 / 7, 6 / 8, 0.8, 0.75, 0.6, 0.666667),
    (["2", "4"], ["2", "4"], 1, 1, 1, 1, 1, 1),
]
#: WordNet 3.0: dog.n.01, cat.n.01, car.n.01 and truck.n.01 with all hypernyms (Princeton University, WordNet licence).
WORDNET_NOUNS = (
    "artifact-whole instrumentality-artifact vehicle-conveyance dog-canine dog-domestic_animal carnivore-placental "
    "wheeled_vehicle-vehicle wheeled_vehicle-container animal-organism object-physical_entity organism-living_thing "
    "whole-object physical_entity-entity cat-feline container-instrumentality car-motor_vehicle living_thing-whole "
    "canine-carnivore truck-motor_vehicle self_propelled-wheeled_vehicle conveyance-instrumentality "
    "domestic_animal-animal chordate-animal motor_vehicle-self_propelled feline-carnivore mammal-vertebrate "
    "placental-mammal vertebrate-chordate"
)
#: WordNet 3.0: hit.v.01 and slap.v.01 with all hypernyms.
WORDNET_VERBS = "hit-propel propel-move slap-strike strike-touch"


def taxonomy(edges: str, *alone: str, deepest: int = 0, below: str | None = None) -> oe.Ontology:
    """The ontology of ``child-parent`` edges, and of concepts without any.

    Args:
        edges: The edges.
        alone: Concepts that stand alone.
        deepest: When given, a chain of other concepts is added until the hierarchy is that many nodes deep.
        below: Where the chain starts.
    """
    graph = nx.DiGraph([tuple(edge.split("-")) for edge in edges.split()])
    graph.add_nodes_from(alone)
    if below is not None:
        chain = [below, *(f"filler{i}" for i in range(2, deepest + 1))]
        graph.add_edges_from((low, high) for high, low in zip(chain, chain[1:], strict=False))
    return oe.load(graph, edges_point="to_parent")
