"""Small ontologies as OBO, one line per term."""


def make_obo(*terms: str, header: str = "") -> bytes:
    """An OBO file: ``"A:2 cat < A:1 | alt_id: A:9"`` is a term with id, name, parents and further tags."""
    stanzas = [header] if header else []
    for term in terms:
        head, *tags = (part.strip() for part in term.split(" | "))
        head, _, parents = head.partition(" < ")
        identifier, _, name = head.strip().partition(" ")
        lines = ["[Term]", f"id: {identifier}"]
        lines += [f"name: {name}"] if name else []
        lines += [f"is_a: {parent}" for parent in parents.split()]
        stanzas.append("\n".join([*lines, *tags]))
    return ("\n\n".join(stanzas) + "\n").encode()
