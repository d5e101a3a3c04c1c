"""Prose for the documents, put together from invented sentences; the same seed gives the same text."""

from __future__ import annotations

import random

_PEOPLE = [
    "the ferryman",
    "the miller",
    "our surveyor",
    "the night clerk",
    "a young baker",
    "the old gardener",
    "the lamp keeper",
    "a passing tinker",
    "the school cook",
    "the harbour master",
]
_THINGS = [
    "a brass kettle",
    "the ledger",
    "a coil of rope",
    "three ripe pears",
    "the spare oars",
    "a folded map",
    "the copper weights",
    "a box of seed",
    "the blue lantern",
    "a bundle of letters",
]
_PLACES = [
    "beside the weir",
    "under the clock tower",
    "near the lower bridge",
    "behind the glass house",
    "along the gravel path",
    "at the edge of the orchard",
    "above the boat shed",
    "in the narrow lane",
]
_DEEDS = ["left", "counted", "mended", "carried", "forgot", "painted", "weighed", "sold", "hid", "polished"]
_TIMES = [
    "before noon",
    "after the rain",
    "late in autumn",
    "on market day",
    "while the mist held",
    "at the turn of the tide",
    "during the long frost",
    "just before dusk",
]
_ENDS = [
    "and nobody thought to ask why",
    "although the wind had not yet dropped",
    "which surprised the whole valley",
    "so the work went on without a pause",
    "because the road south was still closed",
    "and the dogs barked until morning",
    "though few would have noticed it",
    "and that settled the matter for good",
]
_ASIDES = [
    "Patience was in short supply that year.",
    "It was not the first time.",
    "The river kept its own calendar.",
    "Nothing in the records speaks against it.",
    "Bread cost a little less that week.",
    "Most of the houses stood empty by then.",
    "A second opinion was never sought.",
    "The measurements agreed within a hand's breadth.",
]


def sentences(seed: str, count: int) -> list[str]:
    """So many sentences."""
    chance = random.Random(f"prose {seed}")
    made: list[str] = []
    while len(made) < count:
        who, what, where = chance.choice(_PEOPLE), chance.choice(_THINGS), chance.choice(_PLACES)
        deed, when, end = chance.choice(_DEEDS), chance.choice(_TIMES), chance.choice(_ENDS)
        sentence = chance.choice(
            [
                f"{when[0].upper()}{when[1:]}, {who} {deed} {what} {where}.",
                f"{who[0].upper()}{who[1:]} {deed} {what} {when}, {end}.",
                f"{where[0].upper()}{where[1:]} {who} {deed} {what}, {end}.",
                chance.choice(_ASIDES),
            ]
        )
        if sentence not in made:
            made.append(sentence)
    return made


def prose(seed: str, count: int = 4) -> str:
    """A paragraph of so many sentences."""
    return " ".join(sentences(seed, count))
