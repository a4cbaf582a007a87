-- Up to which epoch day (UTC) retention has folded what is left of a project's old events; null before the first time.
ALTER TABLE project ADD COLUMN folded_to BIGINT;

-- The epoch day of the link, so that an issue with very many shapes keeps the latest.
ALTER TABLE issue_preview ADD COLUMN linked_day BIGINT NOT NULL DEFAULT 0;
UPDATE issue_preview SET linked_day = (SELECT issue.last_seen_at / 86400000 FROM issue
  WHERE issue.org_id = issue_preview.org_id AND issue.id = issue_preview.issue_id);

-- The epoch day of the latest event with the address: it goes with that event.
ALTER TABLE issue_email ADD COLUMN seen_day BIGINT NOT NULL DEFAULT 0;
UPDATE issue_email SET seen_day = (SELECT issue.last_seen_at / 86400000 FROM issue
  WHERE issue.org_id = issue_email.org_id AND issue.id = issue_email.issue_id);
