"""The tables of the index.

A *shelf* is a number for one subject's facts, pages or evidence: ``subjects.id * 4 + class``. Records carry their
shelf, and the ids of passages begin with it, so that a list is a range of one index.

A *book* is the full-text index of what is searched together: one of a subject's facts and pages, and one of its
evidence, each made when the first text comes. A search asks the books of those subjects whose memory may be read and no
other, so that how often a word stands in other agents' memory changes no score, no order and no correction.

A *facet* is something that lists are narrowed to: a memory type, a tag or a workspace. ``facets`` has each record under
each of its facets, in the order of every sort, and ``facet_counts`` how many records there are under each, under two of
them, by day and by month as well: the first page of a list and its total take no longer where there is more.

``passages.role`` says whether a passage is a turn of a transcript or what stands before the first turn, ``speaker`` who
speaks, folded, and ``flags`` what ranking wants to know of it.

``vectors`` says where the vector of a passage is kept, where there is one, and ``vector_files`` in which file and
which state of it; vectors outlive the index, places go with their passages.
"""

from __future__ import annotations

import sqlite3

APPLICATION_ID = 0x4D444B49
SCHEMA_VERSION = 9

FACT, PAGE, EVIDENCE = 0, 1, 2
CLASS_OF_KIND = {"fact": FACT, "wiki": PAGE, "evidence": EVIDENCE, "journal": EVIDENCE}
SHELF_CLASSES = 4
PASSAGE_BITS = 40
TELLS_TIME, ASKS = 1, 2
PART, OPENING, TURN = 0, 1, 2
LINK_REF, LINK_REPLACES = "ref", "replaces"
SNIPPET_LENGTH = 280
_HASH_SIZE = 4_194_304
# FTS5 keeps a table in five of its own beside it.
_TABLES_A_BOOK = 6

TABLES = f"""
CREATE TABLE subjects (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE files (
    id INTEGER PRIMARY KEY, subject INTEGER NOT NULL, rel BLOB NOT NULL, rel_folded BLOB NOT NULL,
    size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, ctime_ns INTEGER NOT NULL, inode TEXT NOT NULL
);
CREATE UNIQUE INDEX files_rel ON files (subject, rel);
CREATE INDEX files_folded ON files (subject, rel_folded);
CREATE TABLE folders (subject INTEGER NOT NULL, rel BLOB NOT NULL, mtime_ns INTEGER NOT NULL,
    PRIMARY KEY (subject, rel)) WITHOUT ROWID;
CREATE TABLE records (
    id INTEGER PRIMARY KEY, shelf INTEGER NOT NULL, memory_id TEXT NOT NULL, file INTEGER NOT NULL,
    kind TEXT NOT NULL, revision TEXT NOT NULL, title TEXT NOT NULL, title_key TEXT NOT NULL,
    memory_type TEXT NOT NULL, observed_at TEXT NOT NULL, updated_at TEXT NOT NULL, workspace_id TEXT,
    superseded_by TEXT, citation_count INTEGER NOT NULL, bytes INTEGER NOT NULL, tags TEXT, replaces TEXT, refs TEXT,
    problems TEXT, snippet TEXT NOT NULL,
    line_count INTEGER NOT NULL
);
CREATE INDEX records_memory_id ON records (memory_id, shelf);
CREATE INDEX records_file ON records (file);
CREATE INDEX records_observed ON records (shelf, observed_at, memory_id, updated_at, title_key);
CREATE INDEX records_updated ON records (shelf, updated_at, memory_id, observed_at);
CREATE INDEX records_title ON records (shelf, title_key, memory_id, observed_at);
CREATE INDEX records_problems ON records (shelf) WHERE problems IS NOT NULL;
CREATE TABLE facets (shelf INTEGER NOT NULL, facet TEXT NOT NULL, observed_at TEXT NOT NULL, memory_id TEXT NOT NULL,
    record INTEGER NOT NULL, updated_at TEXT NOT NULL, title_key TEXT NOT NULL, memory_type TEXT NOT NULL,
    PRIMARY KEY (shelf, facet, observed_at, memory_id, record)) WITHOUT ROWID;
CREATE INDEX facets_updated ON facets (shelf, facet, updated_at, memory_id, observed_at, record);
CREATE INDEX facets_title ON facets (shelf, facet, title_key, memory_id, observed_at, record);
CREATE TABLE facet_counts (shelf INTEGER NOT NULL, facet TEXT NOT NULL, records INTEGER NOT NULL,
    PRIMARY KEY (shelf, facet)) WITHOUT ROWID;
CREATE TABLE links (kind TEXT NOT NULL, target TEXT NOT NULL, record INTEGER NOT NULL,
    PRIMARY KEY (kind, target, record)) WITHOUT ROWID;
CREATE INDEX links_record ON links (record);
CREATE TABLE stats (shelf INTEGER NOT NULL, memory_type TEXT NOT NULL, records INTEGER NOT NULL,
    bytes INTEGER NOT NULL, PRIMARY KEY (shelf, memory_type)) WITHOUT ROWID;
CREATE TABLE passages (id INTEGER PRIMARY KEY, record INTEGER NOT NULL, first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL, role INTEGER NOT NULL, flags INTEGER NOT NULL, terms INTEGER NOT NULL,
    speaker TEXT, plain TEXT NOT NULL);
CREATE INDEX passages_record ON passages (record);
CREATE TABLE vectors (passage INTEGER PRIMARY KEY, model INTEGER NOT NULL, slot INTEGER NOT NULL);
CREATE TABLE vector_files (model INTEGER PRIMARY KEY, file TEXT NOT NULL, version INTEGER NOT NULL);
CREATE TRIGGER passage_gone AFTER DELETE ON passages BEGIN
    DELETE FROM vectors WHERE passage = old.id;
    UPDATE vector_files SET version = version + 1;
END;
CREATE TABLE books (id INTEGER PRIMARY KEY);
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
"""


def book_of(shelf: int) -> int:
    """The book that the texts of a shelf stand in: facts are with the pages."""
    return shelf + PAGE if shelf % SHELF_CLASSES == FACT else shelf


def fts(book: int) -> str:
    """The name of a book's table."""
    return f"fts_{book}"


def vocabulary(book: int) -> str:
    """The name of the table of a book's terms."""
    return f"words_{book}"


def books(connection: sqlite3.Connection) -> list[int]:
    """Every book there is."""
    return [row[0] for row in connection.execute("SELECT id FROM books ORDER BY id")]


def make_book(connection: sqlite3.Connection, book: int) -> None:
    """Make a book that is not there; the caller holds a transaction."""
    name = fts(book)
    connection.execute(f"CREATE VIRTUAL TABLE {name} USING fts5 (title, meta, body, tokenize = 'ascii')")
    connection.execute(f"CREATE VIRTUAL TABLE {vocabulary(book)} USING fts5vocab ({name}, row)")
    connection.execute(f"INSERT INTO {name} ({name}, rank) VALUES ('hashsize', {_HASH_SIZE})")
    connection.execute("INSERT INTO books VALUES (?)", (book,))


def drop_books(connection: sqlite3.Connection) -> None:
    """Take every book away; the caller holds a transaction."""
    for book in books(connection):
        connection.execute(f"DROP TABLE {vocabulary(book)}")
        connection.execute(f"DROP TABLE {fts(book)}")
    connection.execute("DELETE FROM books")


def passage_range(shelf: int) -> tuple[int, int]:
    """The first and the last id that passages of a shelf may have."""
    return shelf << PASSAGE_BITS, ((shelf + 1) << PASSAGE_BITS) - 1


def is_current(connection: sqlite3.Connection) -> bool:
    """Whether the file holds this version's tables; raises sqlite3.DatabaseError where it is no database."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if (version, application) != (SCHEMA_VERSION, APPLICATION_ID):
        return False
    # Fails where the full-text tables are not as they were made.
    made = "SELECT (SELECT count(*) FROM sqlite_master WHERE name GLOB 'fts_[0-9]*'), count(*) FROM books"
    tables, wanted = connection.execute(made).fetchone()
    if tables != wanted * _TABLES_A_BOOK:
        return False
    connection.execute("SELECT shelf FROM stats LIMIT 1").fetchone()
    return True


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nothing has been made in the file yet."""
    return bool(connection.execute("SELECT count(*) = 0 FROM sqlite_master").fetchone()[0])


def create(connection: sqlite3.Connection) -> None:
    """Make the tables; the caller holds a transaction."""
    for statement in _statements():
        connection.execute(statement)


def _statements() -> list[str]:
    out: list[str] = []
    pending = ""
    for line in TABLES.strip().split("\n"):
        pending += line + "\n"
        if sqlite3.complete_statement(pending):
            out.append(pending)
            pending = ""
    return out
