-- What a DSN key allows by itself; null: no limit but the project's. allowed_origins is a list in JSON.
ALTER TABLE dsn_key ADD COLUMN hourly_cap BIGINT;
ALTER TABLE dsn_key ADD COLUMN allowed_origins TEXT;
ALTER TABLE dsn_key ADD COLUMN client_events_per_minute BIGINT;

-- The newest releases of a project, and of all, for completions that end early.
CREATE INDEX release_newest ON release (org_id, project_id, first_seen_at DESC, id DESC);
CREATE INDEX release_newest_all ON release (org_id, first_seen_at DESC, id DESC);

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('release', 'release_newest', '100000 10000 100 2 1'),
  ('release', 'release_newest_all', '100000 10000 2 1');
{{sqlite_only}} ANALYZE sqlite_schema;
