-- The list's indexes without the text of a search, which made them three times as wide; and which issues have others
-- merged into them, so that only these are asked for theirs (decision 0130).
DROP INDEX issue_list;
CREATE INDEX issue_list ON issue (org_id, project_id, last_seen_at DESC, id DESC,
  status, level, event_count, unique_user_count, first_seen_at, title, snooze_until,
  snooze_until_count, snooze_until_users, merge_parent_id, assignee_id, first_release,
  updated_at, has_merged) WHERE merge_parent_id IS NULL;
DROP INDEX issue_list_all;
CREATE INDEX issue_list_all ON issue (org_id, last_seen_at DESC, id DESC,
  status, level, event_count, unique_user_count, first_seen_at, title, snooze_until,
  snooze_until_count, snooze_until_users, merge_parent_id, project_id, assignee_id, first_release,
  updated_at, has_merged) WHERE merge_parent_id IS NULL;

-- For searches for text. PostgreSQL's indexes don't take texts of any length; it reads the rows.
{{sqlite_only}} CREATE INDEX issue_text ON issue (org_id, last_seen_at DESC, id DESC,
  status, level, event_count, unique_user_count, first_seen_at, title, snooze_until,
  snooze_until_count, snooze_until_users, merge_parent_id, project_id, assignee_id, first_release,
  updated_at, has_merged, search_text) WHERE merge_parent_id IS NULL;

-- For the same reason as in 0001; an index that is dropped takes its figures along. `sz`: bytes of a row, by which SQLite
-- takes the narrower of two indexes that serve alike.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('issue', 'issue_list', '50000 50000 5000 1 1 sz=120'),
  ('issue', 'issue_list_all', '50000 50000 1 1 sz=120'),
  ('issue', 'issue_text', '50000 50000 1 1 sz=400');
{{sqlite_only}} ANALYZE sqlite_schema;
