-- The commits of a release (decision 0248), as upload tools tell them: JSON, newest first. A row without any says that
-- the release is one of the project's. named_at: when commits were last named; null: never.
CREATE TABLE release_commits (
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  version TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  named_at BIGINT,
  commits TEXT NOT NULL,
  PRIMARY KEY (org_id, project_id, version),
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
) {{clustered}};

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('release_commits', 'release_commits', '5000 2500 100 1');
{{sqlite_only}} ANALYZE sqlite_schema;
