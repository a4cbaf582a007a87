-- The values of an issue lie next to each other, where the batch looks for them; the index is for the search. How many
-- values of each tag an issue has is JSON in its own row, which the batch holds anyway (decision 0098).
ALTER TABLE issue ADD COLUMN tag_counts TEXT NOT NULL DEFAULT '{}';
UPDATE issue SET tag_counts = (SELECT CAST({{json_object}}(tag_key, value_count) AS TEXT) FROM issue_tag_key
    WHERE issue_tag_key.org_id = issue.org_id AND issue_tag_key.issue_id = issue.id)
  WHERE EXISTS (SELECT 1 FROM issue_tag_key
    WHERE issue_tag_key.org_id = issue.org_id AND issue_tag_key.issue_id = issue.id);
DROP TABLE issue_tag_key;

ALTER TABLE issue_tag RENAME TO issue_tag_by_value;
DROP INDEX issue_tag_issue;
CREATE TABLE issue_tag (
  org_id BIGINT NOT NULL,
  issue_id BIGINT NOT NULL,
  tag_key TEXT {{bytewise}} NOT NULL,
  value TEXT {{bytewise}} NOT NULL,
  seen_day BIGINT NOT NULL,
  PRIMARY KEY (org_id, issue_id, tag_key, value),
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
) {{clustered}};
INSERT INTO issue_tag (org_id, issue_id, tag_key, value, seen_day)
  SELECT org_id, issue_id, tag_key, value, seen_day FROM issue_tag_by_value ORDER BY 1, 2, 3, 4;
DROP TABLE issue_tag_by_value;
CREATE INDEX issue_tag_value ON issue_tag (org_id, tag_key, value, issue_id);

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('issue_tag', 'issue_tag', '1000000 1000000 20 2 1'),
  ('issue_tag', 'issue_tag_value', '1000000 1000000 50000 50 1');
{{sqlite_only}} ANALYZE sqlite_schema;
