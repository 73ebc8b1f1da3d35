"""A small ontology with everything that a selection can meet."""

# Hand-made. Below A:1: A:2, A:3, A:4 (twice), P:1 and the deprecated A:5; A:6 is deprecated and replaced by A:3.
TEXT = """format-version: 1.2
data-version: 2026-01-01

[Term]
id: A:1
name: animal

[Term]
id: A:2
name: cat
synonym: "house cat" EXACT []
is_a: A:1

[Term]
id: A:3
name: dog
synonym: "hound" EXACT []
is_a: A:1

[Term]
id: A:4
name: puppy
alt_id: A:44
is_a: A:3
is_a: A:1

[Term]
id: P:1
name: parrot
is_a: A:1

[Term]
id: A:5
name: obsolete wolf
is_obsolete: true
is_a: A:1

[Term]
id: A:6
name: obsolete hound
is_obsolete: true
replaced_by: A:3

[Term]
id: B:1
name: stone

[Typedef]
id: eats
name: eats

[Typedef]
id: fears
name: fears
is_obsolete: true
"""
