from __future__ import annotations

import itertools

from conspectus.domain.document import SectionKind
from conspectus.domain.entity_graph import (
    EntityKind,
    EntityMention,
    EntityRelation,
    GraphEntity,
    GraphRelation,
    TextUnit,
)
from conspectus.graphs.entities.communities import (
    CommunityOptions,
    _Thread,
    find_communities,
    jaccard,
    merge_overlapping,
)


def units(count: int, headings: tuple[str, ...] = ()) -> tuple[TextUnit, ...]:
    return tuple(
        TextUnit(
            id=f"u{n}",
            start=n * 10,
            end=n * 10 + 9,
            text=f"Unit {n}.",
            sentences=(f"s{1 + n // 3}.p{n}.t1",),
            heading=headings[n // 3] if headings else "",
            section=SectionKind.COMMON,
        )
        for n in range(count)
    )


def entity(number: int, *where: str) -> GraphEntity:
    mentions = tuple(EntityMention(unit=unit, start=0, end=1, surface="x") for unit in where)
    return GraphEntity(id=f"e{number}", name=f"Entity {number}", kind=EntityKind.METHOD, mentions=mentions)


def relation(source: int, target: int, *where: str) -> GraphRelation:
    return GraphRelation(source=f"e{source}", kind=EntityRelation.USES, target=f"e{target}", units=where)


def test_jaccard_by_hand() -> None:
    assert jaccard("1234", "2345") == 0.6
    assert jaccard("123", "234") == 0.5
    assert jaccard("", "") == 0.0


def test_communities_are_merged_from_a_half_of_shared_units_inclusive() -> None:
    """Appendix B 14: {1,2,3} and {2,3,4} share 0.50 and are merged."""
    threads = [_Thread(entities=("e1",), units=("1", "2", "3")), _Thread(entities=("e2",), units=("2", "3", "4"))]
    (merged,) = merge_overlapping(threads, 0.5)
    assert set(merged.units) == {"1", "2", "3", "4"}
    assert merged.entities == ("e1", "e2")
    assert len(merge_overlapping(threads, 0.51)) == 2


def test_merging_goes_on_with_what_was_merged() -> None:
    threads = [_Thread(entities=(str(n),), units=us) for n, us in enumerate((("1", "2"), ("1", "2", "3"), ("3", "9")))]
    assert [set(thread.units) for thread in merge_overlapping(threads, 0.5)] == [{"1", "2", "3"}, {"3", "9"}]


def test_communities_that_were_removed_are_not_merged() -> None:
    threads = [_Thread(entities=("a",), units=("1",)), _Thread(entities=("b",), units=("1",), kept=False)]
    assert len(merge_overlapping(threads, 0.5)) == 2


def _two_groups(second: int) -> tuple[list[GraphEntity], list[GraphRelation]]:
    """A group of four entities in u0 to u2, and one of ``second`` entities in u4 and u5."""
    first = list(range(1, 5))
    other = list(range(5, 5 + second))
    entities = [entity(n, "u0", "u1", "u2") for n in first] + [entity(n, "u4", "u5") for n in other]
    relations = [relation(a, b, "u0", "u1", "u2") for a, b in itertools.combinations(first, 2)]
    relations += [relation(a, b, "u4", "u5") for a, b in itertools.combinations(other, 2)]
    return entities, relations


def test_a_community_of_three_stays_and_one_of_two_leaves_the_plan() -> None:
    for size, kept in ((3, [True, True]), (2, [True, False])):
        entities, relations = _two_groups(size)
        found = find_communities(units(8), entities, relations, CommunityOptions(comention=0.0))
        assert [community.kept for community in found if community.level == 0] == kept


def test_if_all_are_small_the_largest_stays() -> None:
    entities = [entity(1, "u0"), entity(2, "u0"), entity(3, "u5"), entity(4, "u6")]
    relations = [relation(1, 2, "u0"), relation(3, 4, "u5", "u6")]
    found = find_communities(units(8), entities, relations, CommunityOptions(comention=0.0))
    assert [community.entities for community in found if community.kept] == [("e3", "e4")]


def test_a_graph_without_relations_has_a_community_for_each_section() -> None:
    found = find_communities(units(6, ("Methods", "Results")), [entity(1, "u4")], [])
    assert [community.units for community in found] == [("u0", "u1", "u2"), ("u3", "u4", "u5")]
    assert [community.entities for community in found] == [(), ("e1",)]


def test_a_very_short_text_is_one_thread_and_no_text_none() -> None:
    (only,) = find_communities(units(4), [entity(1, "u0"), entity(2, "u3")], [relation(1, 2, "u0")])
    assert only.units == ("u0", "u1", "u2", "u3")
    assert find_communities((), [], []) == ()


def test_a_large_community_is_split_into_levels_that_name_their_parent() -> None:
    groups = [range(1, 7), range(7, 13)]
    entities = [entity(n, "u0", "u1") for n in range(1, 13)]
    relations = [relation(a, b, "u0", "u1") for group in groups for a, b in itertools.combinations(group, 2)]
    relations.append(relation(6, 7, "u0", "u1"))
    found = find_communities(units(8), entities, relations, CommunityOptions(comention=0.0, resolution=0.05))
    top = [community for community in found if community.level == 0]
    assert [len(community.entities) for community in top] == [12]
    flat = find_communities(
        units(8), entities, relations, CommunityOptions(comention=0.0, resolution=0.05, hierarchy=False)
    )
    assert [community.level for community in flat] == [0]
    found = find_communities(units(8), entities, relations, CommunityOptions(comention=0.0, overlap=0.5, most=10))
    deeper = [community for community in found if community.level == 1]
    assert {community.parent for community in deeper} == {"c1"}
    assert sorted(len(community.entities) for community in deeper) == [6, 6]
