-- Searches of the issue list under a name. user_id: the member whose own it is; null: everyone sees it. author_id: who
-- made it, a member who may have left. project_id null: of all projects.
CREATE TABLE saved_view (
  id {{identity}},
  uid TEXT NOT NULL UNIQUE,
  org_id BIGINT NOT NULL,
  user_id TEXT,
  author_id TEXT NOT NULL,
  project_id BIGINT,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  time_window TEXT NOT NULL,
  sort TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  FOREIGN KEY (org_id) REFERENCES org (id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, user_id) REFERENCES membership (org_id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_view_own ON saved_view (org_id, user_id, name) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX saved_view_shared ON saved_view (org_id, name) WHERE user_id IS NULL;
CREATE INDEX saved_view_project ON saved_view (org_id, project_id) WHERE project_id IS NOT NULL;

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('saved_view', 'saved_view_own', '1000 500 10 1'),
  ('saved_view', 'saved_view_shared', '500 50 1'),
  ('saved_view', 'saved_view_project', '500 250 10'),
  ('saved_view', 'sqlite_autoindex_saved_view_1', '1000 1');
{{sqlite_only}} ANALYZE sqlite_schema;
