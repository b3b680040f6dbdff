"""The CREATE statements of SQL's dialects: what they make, under which name, on which lines."""

from __future__ import annotations

import pytest

from tasks.source.symbols import symbols_of

SQL_SERVER = """\
CREATE TABLE [dbo].[Track]
(
    [TrackId] INT NOT NULL IDENTITY,
    [Name] NVARCHAR(200) NOT NULL DEFAULT N'a;b',
    CONSTRAINT [PK_Track] PRIMARY KEY ([TrackId])
);
GO
-- Counts them.
CREATE PROCEDURE Website.[Count]
    @most INT = 10
AS
SET NOCOUNT ON;
BEGIN TRY
    SELECT CASE WHEN @most > 1 THEN 1 ELSE 2 END;
END TRY
BEGIN CATCH
    THROW;
END CATCH;
GO
CREATE VIEW [Website].[Tracks] AS
SELECT [Name] FROM [dbo].[Track]
GO
CREATE NONCLUSTERED INDEX [IX_Name] ON [dbo].[Track] ([Name])
GRANT CREATE TABLE TO bob;
"""
MYSQL = """\
CREATE TABLE `actor` (
  `id` int NOT NULL COMMENT 'it\\'s; so',
  KEY `by_id` (`id`)
) ENGINE=InnoDB;
INSERT INTO actor VALUES (1, 'CREATE TABLE nothing (a int);');
DELIMITER $$
CREATE DEFINER=`root`@`localhost` PROCEDURE rewards(IN least INT)
READS SQL DATA
BEGIN
  IF least = 0 THEN
    CREATE TEMPORARY TABLE tmp (id int);
  END IF;
END $$
CREATE TRIGGER after_insert AFTER INSERT ON actor FOR EACH ROW
BEGIN
  SET NEW.id = 1;
END $$
DELIMITER ;
CREATE VIEW names AS SELECT id FROM actor;
"""
ORACLE = """\
CREATE OR REPLACE PACKAGE BODY rentals AS
  FUNCTION film(id INT) RETURN INT IS
    found INT;
  BEGIN
    RETURN CASE WHEN id IS NULL THEN 0 ELSE 1 END;
  END film;
END rentals;
/
CREATE OR REPLACE FUNCTION doubled(a NUMBER) RETURN NUMBER IS
  b NUMBER;
BEGIN
  b := a * 2;
  RETURN b;
END;
/
CREATE SEQUENCE city_seq;
"""
POSTGRES = """\
COPY public.actor (id, name) FROM stdin;
1\tO'Brien
2\tCREATE TABLE no (a int);
\\.

CREATE UNLOGGED TABLE IF NOT EXISTS public."Actor Names" (
    id integer DEFAULT nextval('s'::regclass),
    names text[]
);

CREATE DOMAIN year AS integer CHECK (VALUE >= 1901);

CREATE OR REPLACE FUNCTION app.touch() RETURNS trigger AS $body$
BEGIN
    NEW.at = now();  -- ';'
    RETURN NEW;
END;
$body$ LANGUAGE plpgsql;

CREATE TRIGGER touched BEFORE UPDATE ON actor
    FOR EACH ROW EXECUTE PROCEDURE app.touch();

CREATE INDEX CONCURRENTLY IF NOT EXISTS by_id ON actor USING btree (id);
CREATE INDEX ON actor (id);
CREATE MATERIALIZED VIEW daily WITH (x.continuous) AS SELECT 1;
"""
SQLITE = """\
CREATE TRIGGER ai AFTER INSERT ON t
BEGIN
  UPDATE t SET a = 1 WHERE b IS NULL;
END;
CREATE VIRTUAL TABLE docs USING fts5(title, body);
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SQL_SERVER, ["table dbo.Track 1-6", "attribute dbo.Track.TrackId 3-3", "attribute dbo.Track.Name 4-4",
                      "function Website.Count 9-18", "view Website.Tracks 20-21", "index IX_Name 23-23"]),
        (MYSQL, ["table actor 1-4", "attribute actor.id 2-2", "function rewards 7-13", "trigger after_insert 14-17",
                 "view names 19-19"]),
        (ORACLE, ["module rentals 1-7", "method rentals.film 2-6", "function doubled 9-14",
                  "definition city_seq 16-16"]),
        (POSTGRES, ["table public.Actor Names 6-9", "attribute public.Actor Names.id 7-7",
                    "attribute public.Actor Names.names 8-8", "type year 11-11", "function app.touch 13-18",
                    "trigger touched 20-21", "index by_id 23-23", "view daily 25-25"]),
        (SQLITE, ["trigger ai 1-4", "table docs 5-5"]),
    ],
    ids=["sql server", "mysql", "oracle", "postgresql", "sqlite"],
)  # fmt: skip
def test_each_dialect_says_what_it_makes(text: str, expected: list[str]) -> None:
    """Quoted and qualified names, bodies with statements of their own, and data that looks like statements."""
    assert [f"{one.kind} {one.qualified_name} {one.start}-{one.end}" for one in symbols_of(text, "sql")] == expected


def test_what_a_statement_says_of_itself() -> None:
    """Its head without columns and body, on one line, and the comment above."""
    found = {one.name: one for one in symbols_of(SQL_SERVER, "sql")}
    assert found["Count"].signature == "CREATE PROCEDURE Website.[Count] @most INT = 10"
    assert found["Count"].doc == "Counts them."
    assert found["Track"].signature == "CREATE TABLE [dbo].[Track]"
    assert found["TrackId"].parent == "dbo.Track"
