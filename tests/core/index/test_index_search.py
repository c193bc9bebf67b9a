"""What is found, in any script and however it is typed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from index_samples import change, found, gone, opened, record

from memdesk.index.model import SearchQuery

EAST_ASIAN = {
    "1": "客户的发票抬头是晨星工作室，税号以91开头",
    "2": "重启gateway-02之前先通知值班人员",
    "3": "会議は毎週火曜日の朝に行う",
    "4": "배포 전에 체크리스트를 확인한다",
    "5": "R 语言脚本放在 tools 目录",
}
TECHNICAL = {
    "1": "mail goes to night-desk@example.org",
    "2": r"config lives in C:\data\agents\kim\FACT.md and /srv/mem/shared/FACT.md",
    "3": "call parse_http2_frame() in v1.10.2",
    "4": "don't page the on-call twice",
    "5": 'the label says "do not stack"',
    "6": "C++ and C# both build",
    "7": "ratio is 3/4 (100%)",
}
TITLES = [
    "Deploy: step one",
    "2026-03-01",
    "no",
    "1.10",
    "0123",
    "12:30:00",
    "@ops notes",
    '"half',
    "it's fine",
    "- dash",
    "# hash",
    "null",
    "a: [b",
]


@pytest.fixture(scope="module")
def east_asian(tmp_path_factory):
    index = opened(tmp_path_factory.mktemp("east") / "i.db", [record(k, v) for k, v in EAST_ASIAN.items()])
    yield index
    index.close()


@pytest.fixture(scope="module")
def technical(tmp_path_factory):
    index = opened(tmp_path_factory.mktemp("tech") / "i.db", [record(k, v) for k, v in TECHNICAL.items()])
    yield index
    index.close()


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("发票", "1"),
        ("抬头", "1"),
        ("税", "1"),
        ("晨星工作室", "1"),
        ("发票 税号", "1"),
        ("发票抬头是什么", "1"),
        ("税号吗", "1"),
        ("我们的税号在哪里？", "1"),
        ("谁负责重启", "2"),
        ("什么时候会議", "3"),
        ("火曜日", "3"),
        ("会議", "3"),
        ("체크", "4"),
        ("체크리스트", "4"),
        ("gateway", "2"),
        ("gateway-02", "2"),
        ("ＧＡＴＥＷＡＹ", "2"),
        ("重启gateway", "2"),
        (unicodedata.normalize("NFD", "체크"), "4"),
    ],
)
def test_east_asian_words_are_found(east_asian, query, expected):
    assert found(east_asian, query) == [expected]


def test_one_letter_finds_the_word_that_is_that_letter(east_asian):
    assert found(east_asian, "R")[0] == "5"


def test_every_character_and_every_part_is_found(east_asian):
    for name, text in EAST_ASIAN.items():
        for run in ("".join(c if unicodedata.category(c) == "Lo" else " " for c in text)).split():
            for start in range(len(run)):
                for end in range(start + 1, len(run) + 1):
                    assert name in found(east_asian, run[start:end]), run[start:end]


def test_characters_are_highlighted_whole(east_asian):
    for query in ("税", "发票", "晨星工作室", "火曜日", "체크", "R"):
        hit = east_asian.search(SearchQuery(query=query, subjects=("city",)))[0]
        assert [hit.snippet[start:end] for start, end in hit.highlights] == [query]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("night-desk@example.org", "1"),
        ("desk@example", "1"),
        (r"C:\data\agents", "2"),
        (r"kim\FACT.md", "2"),
        ("/srv/mem/shared", "2"),
        ("parse_http2_frame", "3"),
        ("http2", "3"),
        ("v1.10.2", "3"),
        ("don't", "4"),
        ("don’t", "4"),
        ("on-call", "4"),
        ('"do not', "5"),
        ("C++", "6"),
        ("C#", "6"),
        ("100%", "7"),
        ("3/4", "7"),
        ("%", "7"),
    ],
)
def test_addresses_paths_and_identifiers_are_found(technical, query, expected):
    hits = technical.search(SearchQuery(query=query, subjects=("city",)))
    assert [hit.row.memory_id[-1] for hit in hits] == [expected]
    assert hits[0].highlights


@pytest.mark.parametrize(
    "query", ["AND", "OR", "NOT", "NEAR(", "*", "%", "_", "'", "--", '"', '""', "(", "^", ":", "\0"]
)
def test_operators_are_text(technical, query):
    for hit in technical.search(SearchQuery(query=query, subjects=("city",))):
        assert query.strip("(").casefold() in hit.snippet.casefold()


def test_a_name_of_several_words_is_found_by_them(tmp_path):
    texts = {"oom": "the pod was OOMKilled", "frame": "call parseHttpFrame", "xml": "an XMLHttpRequest"}
    index = opened(tmp_path / "i.db", [record(name, text) for name, text in texts.items()])
    for query, name in (("oom killed", "oom"), ("OOMKilled", "oom"), ("http frame", "frame"), ("xml request", "xml")):
        assert found(index, query)[:1] == [name], query
    index.close()


def test_a_long_word_finds_nothing_at_once(technical):
    assert found(technical, "x" * 10_000) == []
    assert found(technical, "词" * 10_000) == []
    assert found(technical, " ".join(f"w{n}" for n in range(4000))) == []


@pytest.mark.parametrize(
    ("literal", "others"),
    [
        ("C++", ["c is a letter", "C# only", "c c c"]),
        ("desk@example", ["desk example", "example desk"]),
        ("3/4", ["3 of 4", "3.4 and 4", "3 4"]),
        ("v1.10.2", ["v1-10-2 v1 10 2"]),
        ("on-call", ["on call on call"]),
        ("a_b", ["a b", "a-b"]),
    ],
)
def test_the_literal_text_comes_first(tmp_path, literal, others):
    records = [record(f"o{n}", other) for n, other in enumerate(others)]
    index = opened(
        tmp_path / "i.db", [*records, record("it", f"there it is: {literal}, in a longer sentence than the others")]
    )
    assert found(index, literal)[0] == "it"
    index.close()


def test_titles_that_look_like_syntax_are_found_by_themselves(tmp_path):
    index = opened(tmp_path / "i.db", [record(f"t{n}", "text", title=title) for n, title in enumerate(TITLES)])
    for number, title in enumerate(TITLES):
        hits = index.search(SearchQuery(query=title, subjects=("city",)))
        assert hits[0].row.title == title, (number, [hit.row.title for hit in hits])
        assert hits[0].score == 1.0
    index.close()


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("the release is out", "ＲＥＬＥＡＳＥ"),
        ("the café opens", "cafe"),
        ("the cafe opens", "café"),
        ("the café opens", unicodedata.normalize("NFD", "café")),
        (unicodedata.normalize("NFD", "the café opens"), "café"),
        ("Straße", "STRASSE"),
        ("ﬁnal draft", "final"),
        ("Встреча в понедельник", "понедельник"),
        ("Встреча в понедельник", "ВСТРЕЧА"),
        ("Ёлка стоит", "елка"),
        ("ｶﾞｲﾄﾞを読む", "ガイド"),
        (unicodedata.normalize("NFD", "ガイドを読む"), "ガイド"),
        ("Łódź", "lodz"),
        ("co­operate", "cooperate"),
        ("हिन्दी में लिखो", "हिन्दी"),
        ("กินข้าวแล้ว", "ข้าว"),
        ("deploys on Friday", "deployed"),
        ("the happiest team", "happiest"),
        ("ship it 🚀 today", "🚀"),
        ("costs €5", "€"),
        ("see [the guide](https://docs.example.org/start)", "docs.example.org"),
        ("資料庫每天備份", "资料库"),
        ("资料库每天备份", "資料庫"),
        ("臺灣的發票", "台湾"),
        ("我们的数据库在三号机", "我們的數據庫在哪裡？"),
        ("頭髮與發布", "头发"),
        ("ｃａｆé 與 資料", "café 与 资料"),
    ],
)
def test_what_reads_the_same_is_the_same(tmp_path, text, query):
    index = opened(tmp_path / "i.db", [record("it", text), record("other", "something else entirely")])
    hits = index.search(SearchQuery(query=query, subjects=("city",)))
    assert [hit.row.memory_id for hit in hits] == ["city/wiki/it"]
    assert hits[0].highlights
    index.close()


def test_traditional_characters_are_highlighted_as_they_are_written(tmp_path):
    index = opened(tmp_path / "i.db", [record("it", "備份 Backup：資料庫", title="資料庫備份", tags=("資料",))])
    hit = index.search(SearchQuery(query="资料库", subjects=("city",)))[0]
    assert [hit.snippet[start:end] for start, end in hit.highlights] == ["資料庫"]
    assert [hit.row.title[start:end] for start, end in hit.title_highlights] == ["資料庫"]
    assert found(index, "备份", tags=("资料",)) == ["it"]
    index.close()


def test_dakuten_make_another_letter(tmp_path):
    index = opened(tmp_path / "i.db", [record("it", "ガイド")])
    assert found(index, "カイト") == []
    index.close()


def test_a_long_question_is_looked_for_to_its_end(tmp_path):
    common = " ".join(f"filler{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(90))
    texts = {"a": common, "b": common, "c": f"{common} and more", "it": "The okapi sleeps.", "han": "谈到霸王条款"}
    index = opened(tmp_path / "i.db", [record(name, text) for name, text in texts.items()])
    assert "it" in found(index, f"{common} okapi")
    assert found(index, " ".join(f"nothing{n}x" for n in range(90)) + " okapi") == ["it"]
    unknown = "".join(chr(0x8000 + n) for n in range(70))
    assert found(index, f"{unknown}霸王条款") == ["han"]
    assert found(index, f'"okapi" {common}')[:1] == ["it"]
    index.close()


def test_a_word_being_typed_is_found_by_its_beginning(tmp_path):
    texts = {"release": "the release is out", "rel": "rel is a word", "organization": "our organization"}
    index = opened(tmp_path / "i.db", [record(name, text) for name, text in texts.items()])
    for end in range(3, len("releases") + 1):
        assert "release" in found(index, "releases"[:end]), "releases"[:end]
    for end in range(3, len("releasing") + 1):
        assert "release" in found(index, "releasing"[:end]), "releasing"[:end]
    for end in range(3, len("organizations") + 1):
        assert "organization" in found(index, "organizations"[:end]), "organizations"[:end]
    assert found(index, "rel") == ["rel", "release"]
    assert found(index, "rel ") == ["rel"]
    assert found(index, "rele the ") == []
    index.close()


def test_a_stem_highlights_the_word_as_written(tmp_path):
    index = opened(tmp_path / "i.db", [record("it", "Two Releases a year", title="Release plan")])
    hit = index.search(SearchQuery(query="releasing ", subjects=("city",)))[0]
    assert [hit.snippet[start:end] for start, end in hit.highlights] == ["Releases"]
    assert [hit.row.title[start:end] for start, end in hit.title_highlights] == ["Release"]
    index.close()


def test_a_quoted_phrase_is_required(tmp_path):
    texts = {"both": "red apple pie", "apart": "apple that is red", "other": "pie"}
    index = opened(tmp_path / "i.db", [record(name, text) for name, text in texts.items()])
    assert found(index, '"red apple"') == ["both"]
    assert found(index, 'pie "red apple"') == ["both"]
    assert set(found(index, "red apple")) == {"both", "apart"}
    assert found(index, 'pie "red app') == []
    index.close()


def test_more_of_the_words_come_first_and_stop_words_do_not_count(tmp_path):
    texts = {
        "all": "the staging port of the gateway",
        "two": "staging port staging port port",
        "one": "gateway gateway gateway",
        "none": "what is the of it",
    }
    index = opened(tmp_path / "i.db", [record(name, text) for name, text in texts.items()])
    assert found(index, "what is the staging port of the gateway?") == ["all", "two", "one"]
    assert found(index, "what is it") == ["none"]
    index.close()


def test_a_record_with_every_word_is_found_below_many_with_a_rare_one(tmp_path):
    rare = [record(f"r{n}", "zebra " * 8, title="zebra zebra") for n in range(60)]
    common = [record(f"c{n}", f"meeting notes number {n}") for n in range(400)]
    both = record(
        "both", "a long report of a meeting in which, among much else, one zebra was named " + "and more " * 90
    )
    index = opened(tmp_path / "i.db", [*rare, *common, both])
    assert found(index, "zebra meeting")[0] == "both"
    index.close()


def test_title_tags_and_topic_weigh_more_than_the_body(tmp_path):
    records = [
        record("a-body", "about billing and other things here", title="x"),
        record("b-title", "about things here and there and else", title="Billing"),
        record("c-tag", "about things here and there and else", title="x", tags=("billing",)),
        record("billing", "about things here and there and else", title="x"),
    ]
    filler = [record(f"f{n}", "nothing of the kind", title="filler") for n in range(20)]
    index = opened(tmp_path / "i.db", [*records, *filler])
    order = found(index, "billing")
    assert order[0] == "b-title"
    assert order[-1] == "a-body"
    assert len(order) == 4
    index.close()


def test_a_replaced_record_comes_after_the_one_that_replaces_it(tmp_path):
    records = [
        record("old", "the staging port is 7000", title="Staging port"),
        record("new", "Correction for staging: it is a different port now, namely 7100", replaces=("city/wiki/old",)),
    ]
    index = opened(tmp_path / "i.db", records)
    hits = index.search(SearchQuery(query="staging port", subjects=("city",)))
    assert [hit.row.memory_id[-3:] for hit in hits] == ["new", "old"]
    assert hits[1].row.superseded_by == "city/wiki/new"
    assert hits[0].score > hits[1].score
    index.close()


def test_what_is_not_there_replaces_nothing(tmp_path):
    records = [record("a", "port", superseded_by="city/wiki/gone"), record("b", "port", superseded_by="city/wiki/b")]
    index = opened(tmp_path / "i.db", [*records, record("c", "port")])
    hits = index.search(SearchQuery(query="port", subjects=("city",)))
    assert [hit.row.superseded_by for hit in hits] == [None] * 3
    assert len({hit.score for hit in hits}) == 1
    index.close()


def test_records_that_replace_each_other_end(tmp_path):
    ring = [record(name, "port", superseded_by=f"city/wiki/{other}") for name, other in ("ab", "bc", "ca", "dd")]
    index = opened(tmp_path / "i.db", ring)
    assert set(found(index, "port")) == {"a", "b", "c", "d"}
    index.close()


def test_the_current_workspace_and_the_newer_win_ties(tmp_path):
    records = [
        record("other", "deploy", workspace_id="api"),
        record("here", "deploy", workspace_id="web"),
        record("old", "deploy", observed_at="2020-01-01"),
        record("older", "deploy", observed_at="2019-01-01"),
    ]
    index = opened(tmp_path / "i.db", records)
    assert found(index, "deploy", current_workspace="web") == ["here", "old", "older", "other"]
    index.close()


def test_evidence_is_found_only_when_asked_for(tmp_path):
    records = [
        record("page", "deploy"),
        record("proof", "deploy", kind="evidence"),
        record("line", "deploy", kind="journal"),
    ]
    index = opened(tmp_path / "i.db", records)
    assert found(index, "deploy") == ["page"]
    assert set(found(index, "deploy", include_evidence=True)) == {"page", "proof", "line"}
    index.close()


def test_filters_hold_in_search(tmp_path):
    records = [
        record(
            "a", "deploy", tags=("Ops", "web"), memory_type="decision", observed_at="2026-02-01", workspace_id="api"
        ),
        record("b", "deploy", tags=("ops",), memory_type="fact", observed_at="2026-03-01"),
    ]
    index = opened(tmp_path / "i.db", records)
    for values, expected in [
        ({"memory_types": ("decision",)}, {"a"}),
        ({"memory_types": ()}, set()),
        ({"tags": ("OPS",)}, {"a", "b"}),
        ({"tags": ("ops", "web")}, {"a"}),
        ({"workspace_id": "api"}, {"a"}),
        ({"since": "2026-03-01"}, {"b"}),
        ({"until": "2026-03-01"}, {"a"}),
    ]:
        assert set(found(index, "deploy", **values)) == expected, values
    index.close()


def test_min_score_and_max_results_bound_the_answer(tmp_path):
    index = opened(
        tmp_path / "i.db", [record(f"n{n:02}", "deploy the gateway" if n % 2 else "deploy") for n in range(40)]
    )
    hits = index.search(SearchQuery(query="deploy gateway", subjects=("city",), max_results=50))
    assert len(hits) == 40
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)
    least = scores[10]
    some = index.search(SearchQuery(query="deploy gateway", subjects=("city",), max_results=50, min_score=least))
    assert [hit.score for hit in some] == [score for score in scores if score >= least]
    assert len(index.search(SearchQuery(query="deploy", subjects=("city",), max_results=3))) == 3
    index.close()


def test_explain_says_why(tmp_path):
    index = opened(tmp_path / "i.db", [record("it", "deploy the gateway")])
    hit = index.search(SearchQuery(query="deploy moon ", subjects=("city",), explain=True))[0]
    assert hit.explain is not None
    assert [(term["text"], term["matched"]) for term in hit.explain["terms"]] == [("deploy", 1.0), ("moon", 0.0)]
    assert index.search(SearchQuery(query="deploy", subjects=("city",)))[0].explain is None
    alone = index.search(SearchQuery(query="deploy ", subjects=("city",), explain=True))[0].explain
    assert alone is not None
    assert alone["terms"][0]["fields"] == ["text"]
    index.close()


def test_what_is_gone_is_found_no_more(tmp_path):
    index = opened(tmp_path / "i.db", [record("a", "first words"), record("b", "first words")])
    index.apply([gone("city", "wiki/a.md"), change(record("b", "second words"))])
    assert found(index, "first") == []
    assert found(index, "second") == ["b"]
    index.verify()
    index.close()


ODD = st.text(
    st.sampled_from(list("aA1 é漢かガ한%+#'\"\\/-_.:;*()[]{}^~@&|<>?!\0\n\t\ud800\ufffd\u0301\u200d🚀ß")), max_size=40
)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(st.one_of(ODD, st.text(max_size=60)), min_size=1, max_size=4),
    query=st.one_of(ODD, st.text(max_size=40)),
)
def test_no_text_is_an_error_and_ranges_lie_inside(tmp_path, texts, query):
    index = opened(tmp_path / "i.db")
    index.clear()
    index.apply(change(record(f"n{n}", text, title=text[:20], tags=(text[:9],))) for n, text in enumerate(texts))
    for asked in (query, *texts):
        for hit in index.search(SearchQuery(query=asked, subjects=("city",), explain=True, group="passage")):
            assert len(hit.snippet) <= 280
            assert 0 < hit.score <= 1
            for shown, ranges in ((hit.snippet, hit.highlights), (hit.row.title, hit.title_highlights)):
                ends = [0, *(place for pair in ranges for place in pair), len(shown)]
                assert ends == sorted(ends)
                assert all(start < end for start, end in ranges)
    index.close()


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    words=st.lists(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=8), min_size=1, max_size=8),
    data=st.data(),
)
def test_every_word_of_a_text_finds_it(tmp_path, words, data):
    index = opened(tmp_path / "i.db")
    index.clear()
    index.apply([change(record("it", " ".join(words)))])
    assert found(index, data.draw(st.sampled_from(words))) == ["it"]
    assert found(index, " ".join(words)) == ["it"]
    index.close()
