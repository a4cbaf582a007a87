-- Since when a project is deleted: nobody sees it or anything in it any longer, and its rows go in steps.
ALTER TABLE project ADD COLUMN deleted_at BIGINT;
CREATE INDEX project_deleted ON project (org_id) WHERE deleted_at IS NOT NULL;

-- The assignee is filtered inside the indexes of the list like everything else that a row of it shows.
DROP INDEX issue_list;
CREATE INDEX issue_list ON issue (org_id, project_id, last_seen_at DESC, id DESC,
  status, level, event_count, unique_user_count, first_seen_at, title, snooze_until,
  snooze_until_count, snooze_until_users, merge_parent_id, assignee_id{{search_column}}) WHERE merge_parent_id IS NULL;
DROP INDEX issue_list_all;
CREATE INDEX issue_list_all ON issue (org_id, last_seen_at DESC, id DESC,
  status, level, event_count, unique_user_count, first_seen_at, title, snooze_until,
  snooze_until_count, snooze_until_users, merge_parent_id, project_id, assignee_id{{search_column}}) WHERE merge_parent_id IS NULL;

-- When a project's row goes, SQLite looks for issues that refer to it, and no partial index will do. Written when an
-- issue begins, and not when it counts; PostgreSQL would write it with each count, and reads the table instead.
{{sqlite_only}} CREATE INDEX issue_project ON issue (org_id, project_id);

-- For the same reason as in 0001; an index that is dropped takes its figures along.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('project', 'project_deleted', '2 2'),
  ('issue', 'issue_project', '50000 50000 5000'),
  ('issue', 'issue_list', '50000 50000 5000 1 1'),
  ('issue', 'issue_list_all', '50000 50000 1 1');
{{sqlite_only}} ANALYZE sqlite_schema;
