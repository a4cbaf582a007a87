-- The id that a bundler gave a script and its map, by which both are found whatever their names and release are, and
-- what an upload said about where the map of a script is.
ALTER TABLE release_file ADD COLUMN debug_id TEXT;
ALTER TABLE release_file ADD COLUMN source_map TEXT;
CREATE INDEX release_file_debug_id ON release_file (org_id, project_id, debug_id) WHERE debug_id IS NOT NULL;

-- Grows with each change to the files of a project: what was looked up in them holds while it stays the same.
ALTER TABLE release_file_use ADD COLUMN changes BIGINT NOT NULL DEFAULT 0;

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('release_file', 'release_file_debug_id', '10000 10000 1000 2');
{{sqlite_only}} ANALYZE sqlite_schema;
