-- What was done about an issue, by whom, and whether it held. One row per fix; is_current marks the last one of its
-- issue. While it is watched, check_at says when it is looked at next, and seen_at since when its release, or a newer
-- one, has been in use; all times are epoch ms.
CREATE TABLE issue_fix (
  id {{identity}},
  org_id BIGINT NOT NULL,
  issue_id BIGINT NOT NULL,
  is_current BIGINT NOT NULL,
  state TEXT NOT NULL,
  release TEXT NOT NULL,
  commit_id TEXT,
  url TEXT,
  note TEXT,
  actor_kind TEXT NOT NULL,
  actor_id TEXT,
  opened_at BIGINT NOT NULL,
  fixed_at BIGINT NOT NULL,
  watch_ms BIGINT NOT NULL,
  seen_at BIGINT,
  check_at BIGINT,
  decided_at BIGINT,
  failed_in TEXT,
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX issue_fix_current ON issue_fix (org_id, issue_id) WHERE is_current = 1;
CREATE INDEX issue_fix_issue ON issue_fix (org_id, issue_id, id);
CREATE INDEX issue_fix_time ON issue_fix (org_id, fixed_at);
CREATE INDEX issue_fix_failed ON issue_fix (org_id, issue_id) WHERE is_current = 1 AND state = 'still_failing';
CREATE INDEX issue_fix_due ON issue_fix (check_at) WHERE check_at IS NOT NULL;

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('issue_fix', 'issue_fix_current', '1000 1000 1'),
  ('issue_fix', 'issue_fix_issue', '1000 1000 1 1'),
  ('issue_fix', 'issue_fix_time', '1000 1000 1'),
  ('issue_fix', 'issue_fix_failed', '100 100 1'),
  ('issue_fix', 'issue_fix_due', '100 1');
{{sqlite_only}} ANALYZE sqlite_schema;
