-- Who works on an issue, and until when, epoch ms. One row per issue; one that has ended is replaced or removed.
CREATE TABLE issue_claim (
  org_id BIGINT NOT NULL,
  issue_id BIGINT NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  claimed_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, issue_id),
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
) {{clustered}};
CREATE INDEX issue_claim_end ON issue_claim (org_id, expires_at);

-- The queue is scored inside the indexes of the list: it needs the first release, and when an issue last changed.
DROP INDEX issue_list;
CREATE INDEX issue_list ON issue (org_id, project_id, last_seen_at DESC, id DESC,
  status, level, event_count, unique_user_count, first_seen_at, title, snooze_until,
  snooze_until_count, snooze_until_users, merge_parent_id, assignee_id, first_release,
  updated_at{{search_column}}) WHERE merge_parent_id IS NULL;
DROP INDEX issue_list_all;
CREATE INDEX issue_list_all ON issue (org_id, last_seen_at DESC, id DESC,
  status, level, event_count, unique_user_count, first_seen_at, title, snooze_until,
  snooze_until_count, snooze_until_users, merge_parent_id, project_id, assignee_id, first_release,
  updated_at{{search_column}}) WHERE merge_parent_id IS NULL;

-- Issues with an alert that nobody has read.
CREATE INDEX alert_unread_issue ON alert (org_id, issue_id)
  WHERE read_at IS NULL AND ignored = 0 AND issue_id IS NOT NULL;

-- For the same reason as in 0001; an index that is dropped takes its figures along.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('issue', 'issue_list', '50000 50000 5000 1 1'),
  ('issue', 'issue_list_all', '50000 50000 1 1'),
  ('issue_claim', 'issue_claim', '100 100 1'),
  ('issue_claim', 'issue_claim_end', '100 100 2'),
  ('alert', 'alert_unread_issue', '1000 1000 2');
{{sqlite_only}} ANALYZE sqlite_schema;
