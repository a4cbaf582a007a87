-- What events of an issue say in their tags, and of their transaction, address and server: the values that a search
-- finds it by. `seen_day` is the epoch day of the latest event with the value: it goes with that event.
CREATE TABLE issue_tag (
  org_id BIGINT NOT NULL,
  tag_key TEXT {{bytewise}} NOT NULL,
  value TEXT {{bytewise}} NOT NULL,
  issue_id BIGINT NOT NULL,
  seen_day BIGINT NOT NULL,
  PRIMARY KEY (org_id, tag_key, value, issue_id),
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
) {{clustered}};
CREATE INDEX issue_tag_issue ON issue_tag (org_id, issue_id, tag_key);

-- How many values of a key an issue has in issue_tag, so that nothing has to count them.
CREATE TABLE issue_tag_key (
  org_id BIGINT NOT NULL,
  tag_key TEXT {{bytewise}} NOT NULL,
  issue_id BIGINT NOT NULL,
  value_count BIGINT NOT NULL,
  PRIMARY KEY (org_id, tag_key, issue_id),
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
) {{clustered}};
CREATE INDEX issue_tag_key_issue ON issue_tag_key (org_id, issue_id);

-- For `user.id:`, which asks for one person among all issues.
CREATE INDEX issue_user_hash ON issue_user (org_id, user_hash, issue_id);

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('issue_tag', 'issue_tag', '1000000 1000000 50000 50 1'),
  ('issue_tag', 'issue_tag_issue', '1000000 1000000 20 2'),
  ('issue_tag_key', 'issue_tag_key', '500000 500000 25000 1'),
  ('issue_tag_key', 'issue_tag_key_issue', '500000 500000 10'),
  ('issue_user', 'issue_user_hash', '900000 900000 20 1');
{{sqlite_only}} ANALYZE sqlite_schema;
