-- What earlier events of an issue said and its own row has no room for; searches find it (decision 0172). `shape`: hash of
-- the text without its values. `seen_day`: an epoch day that is not before that of the latest event which said it.
CREATE TABLE issue_message (
  org_id BIGINT NOT NULL,
  issue_id BIGINT NOT NULL,
  shape BIGINT NOT NULL,
  text TEXT NOT NULL,
  seen_day BIGINT NOT NULL,
  PRIMARY KEY (org_id, issue_id, shape),
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
) {{clustered}};

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('issue_message', 'issue_message', '20000 20000 100 1');
{{sqlite_only}} ANALYZE sqlite_schema;
