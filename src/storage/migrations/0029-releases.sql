-- Events counted with a release, the time at which the last one was received, and whether issues with more than 1,000
-- releases counted some of its events with their others (decision 0199).
ALTER TABLE release ADD COLUMN event_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE release ADD COLUMN last_seen_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE release ADD COLUMN is_partial BIGINT NOT NULL DEFAULT 0;
UPDATE release SET last_seen_at = first_seen_at;
UPDATE release SET event_count = counted.events,
    last_seen_at = CASE WHEN counted.last_at > release.first_seen_at THEN counted.last_at ELSE release.first_seen_at END
  FROM (SELECT issue.org_id, issue.project_id, issue_facet.value AS version, sum(issue_facet.event_count) AS events,
      max(issue_facet.last_seen_at) AS last_at
    FROM issue_facet
    JOIN issue ON issue.org_id = issue_facet.org_id AND issue.id = issue_facet.issue_id
    WHERE issue_facet.facet = 'release' AND issue_facet.value <> ''
    GROUP BY issue.org_id, issue.project_id, issue_facet.value) AS counted
  WHERE release.org_id = counted.org_id AND release.project_id = counted.project_id
    AND release.version = counted.version;
-- Which releases were counted with others is not known: it may be any that is older.
UPDATE release SET is_partial = 1
  FROM (SELECT issue.org_id, issue.project_id, max(issue_facet.last_seen_at) AS last_at
    FROM issue_facet
    JOIN issue ON issue.org_id = issue_facet.org_id AND issue.id = issue_facet.issue_id
    WHERE issue_facet.facet = 'release' AND issue_facet.value = ''
    GROUP BY issue.org_id, issue.project_id) AS folded
  WHERE release.org_id = folded.org_id AND release.project_id = folded.project_id
    AND release.first_seen_at <= folded.last_at;

-- The release whose event reopened the issue last; null if none has, or if that event named none.
ALTER TABLE issue ADD COLUMN regressed_in_release TEXT;
UPDATE issue SET regressed_in_release = (
    SELECT nullif({{release_of_details}}, '') FROM issue_activity
    WHERE issue_activity.org_id = issue.org_id AND issue_activity.issue_id = issue.id
      AND issue_activity.kind = 'regression'
    ORDER BY issue_activity.id DESC LIMIT 1)
  WHERE id IN (SELECT issue_id FROM issue_activity WHERE kind = 'regression');

CREATE INDEX issue_first_release ON issue (org_id, first_release, project_id)
  WHERE merge_parent_id IS NULL AND first_release <> '';
CREATE INDEX issue_regressed_in ON issue (org_id, regressed_in_release, project_id)
  WHERE merge_parent_id IS NULL AND regressed_in_release IS NOT NULL;
CREATE INDEX issue_fix_release ON issue_fix (org_id, release, issue_id) WHERE is_current = 1;

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('issue', 'issue_first_release', '50000 50000 50 5'),
  ('issue', 'issue_regressed_in', '1000 1000 10 5'),
  ('issue_fix', 'issue_fix_release', '1000 1000 10 1');
{{sqlite_only}} ANALYZE sqlite_schema;
