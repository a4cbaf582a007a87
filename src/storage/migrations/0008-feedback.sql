-- Until when feedback waits for its event. Null: the event was known, has come since, or there is none.
ALTER TABLE feedback ADD COLUMN waits_until BIGINT;
CREATE INDEX feedback_waiting ON feedback (org_id, project_id, waits_until) WHERE waits_until IS NOT NULL;

-- Feedback newest first, of a project (with what finds that of one issue) and of all; also the oldest, for retention.
DROP INDEX feedback_age;
CREATE INDEX feedback_list ON feedback (org_id, project_id, created_at DESC, id DESC, event_id);
CREATE INDEX feedback_list_all ON feedback (org_id, created_at DESC, id DESC);

-- What a project took in the UTC hour that it last took any in, by kind: what hourly caps are held against.
CREATE TABLE hourly_use (
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  kind TEXT NOT NULL,
  hour BIGINT NOT NULL,
  used BIGINT NOT NULL,
  PRIMARY KEY (org_id, project_id, kind),
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
) {{clustered}};

-- Whether a file came with the public key alone, and when it was last uploaded or used.
ALTER TABLE release_file ADD COLUMN is_public BIGINT NOT NULL DEFAULT 0;
ALTER TABLE release_file ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0;
UPDATE release_file SET used_at = created_at;
CREATE INDEX release_file_age ON release_file (org_id, project_id, used_at);
CREATE INDEX release_file_content ON release_file (org_id, project_id, sha256);

-- The release files of a project, all of them and those that came with the public key alone.
CREATE TABLE release_file_use (
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  file_count BIGINT NOT NULL,
  total_bytes BIGINT NOT NULL,
  public_file_count BIGINT NOT NULL,
  public_bytes BIGINT NOT NULL,
  PRIMARY KEY (org_id, project_id),
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
) {{clustered}};
INSERT INTO release_file_use (org_id, project_id, file_count, total_bytes, public_file_count, public_bytes)
  SELECT org_id, project_id, count(*), sum(size_bytes), 0, 0 FROM release_file GROUP BY org_id, project_id;

-- For the same reason as in 0001; an index that is dropped takes its figures along.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('feedback', 'feedback_waiting', '500 500 50 1'),
  ('feedback', 'feedback_list', '10000 10000 1000 1 1 1'),
  ('feedback', 'feedback_list_all', '10000 10000 1 1'),
  ('release_file', 'release_file_age', '20000 20000 2000 1'),
  ('release_file', 'release_file_content', '20000 20000 2000 1');
{{sqlite_only}} ANALYZE sqlite_schema;
